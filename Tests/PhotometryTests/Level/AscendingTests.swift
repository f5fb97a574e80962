import MorseCode
import Testing

@testable import Photometry

/// Numbers in order, few and many.
struct AscendingTests {
  @Test(arguments: [0, 1, 64, 65, 66, 900, 901])
  func `numbers and their median come out as a comparison would sort them`(count: Int) {
    var random = RandomSource(seed: UInt64(count), stream: "ascending")
    let kinds: [[Double]] = [
      (0..<count).map { _ in random.normal() * 100 },
      (0..<count).map { _ in Double(random.index(below: 5)) - 2 },
      (0..<count).map { _ in random.normal() * 1e300 },
      (0..<count).map { [-.infinity, .leastNonzeroMagnitude, .infinity, 0][$0 * 7 / 3 % 4] },
      (0..<count).map { Double($0 % 256) / 256 },
      [Double](repeating: 7, count: count),
      (0..<count).map { Double(-$0) },
      (0..<count).map { $0 % 2 == 0 ? 1.7e308 : -1.7e308 },
      // So far off that what the others differ by is nothing beside it.
      (0..<count).map { $0 == count / 2 ? 1e12 : random.normal() },
    ]
    for numbers in kinds {
      #expect(numbers.ascending() == numbers.sorted())
      #expect(numbers.median == (numbers.isEmpty ? nil : numbers.sorted()[count / 2]))
    }
  }
}
