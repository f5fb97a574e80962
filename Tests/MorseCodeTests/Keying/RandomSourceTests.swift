import Testing

@testable import MorseCode

struct RandomSourceTests {
  @Test("the generator gives xoshiro256++'s published first numbers")
  func reference() {
    var source = RandomSource(state: (1, 2, 3, 4))
    // As in the tests of the rand_xoshiro crate, which took them from the authors' C code.
    let expected: [UInt64] = [
      41_943_041, 58_720_359, 3_588_806_011_781_223, 3_591_011_842_654_386,
      9_228_616_714_210_784_205, 9_973_669_472_204_895_162,
    ]
    #expect((0..<6).map { _ in source.next() } == expected)
  }

  @Test("streams of one seed are independent, the same stream is the same")
  func streams() {
    var first = RandomSource(seed: 5, stream: "noise")
    var again = RandomSource(seed: 5, stream: "noise")
    var other = RandomSource(seed: 5, stream: "sway")
    let numbers = (0..<4).map { _ in first.next() }
    #expect(numbers == (0..<4).map { _ in again.next() })
    #expect(numbers != (0..<4).map { _ in other.next() })
  }

  @Test("normal draws have the moments of the normal distribution")
  func normal() {
    var source = RandomSource(seed: 1)
    let count = 200_000
    let values = (0..<count).map { _ in source.normal() }
    func moment(_ power: (Double) -> Double) -> Double {
      values.reduce(0) { $0 + power($1) } / Double(count)
    }
    // Standard errors: 0.0022, 0.0032, 0.0087 and 0.022.
    #expect(abs(moment { $0 }) < 0.01)
    #expect(abs(moment { $0 * $0 } - 1) < 0.015)
    #expect(abs(moment { $0 * $0 * $0 }) < 0.04)
    #expect(abs(moment { $0 * $0 * $0 * $0 } - 3) < 0.1)
  }

  @Test("uniform draws stay in their range, whole numbers below their count")
  func ranges() {
    var source = RandomSource(seed: 2)
    for _ in 0..<10_000 {
      #expect((2.0...3.0).contains(source.uniform(2...3)))
      #expect((0..<7).contains(source.index(below: 7)))
    }
    #expect(source.index(below: 0) == 0)
  }
}
