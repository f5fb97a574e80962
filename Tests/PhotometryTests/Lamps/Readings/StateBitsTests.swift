import Testing

@testable import Photometry

struct StateBitsTests {
  private static func states(_ count: Int, seed: UInt64) -> [Bool] {
    var random = SplitMix(seed: seed)
    return (0..<count).map { _ in Bool.random(using: &random) }
  }

  /// The same picture by picture.
  private static func correlation(_ one: [Bool], _ other: [Bool], later lag: Int) -> Double {
    let pairs = one.indices.filter { other.indices.contains($0 - lag) }.map {
      (one[$0] ? 1.0 : 0, other[$0 - lag] ? 1.0 : 0)
    }
    let count = Double(pairs.count)
    let (a, b) = (pairs.map(\.0).reduce(0, +) / count, pairs.map(\.1).reduce(0, +) / count)
    let both = pairs.map { ($0 - a) * ($1 - b) }.reduce(0, +) / count
    return both / (a * (1 - a) * b * (1 - b)).squareRoot()
  }

  @Test(arguments: [40, 64, 65, 128, 200, 900], [-70, -64, -9, -1, 0, 1, 9, 63, 64, 65])
  func `the correlation is that of the pictures that both have`(count: Int, lag: Int) {
    guard abs(lag) < count - 2 else { return }
    let (one, other) = (Self.states(count, seed: 1), Self.states(count, seed: 2))
    let found = StateBits(one).correlation(with: StateBits(other), later: lag)
    let expected = Self.correlation(one, other, later: lag)
    #expect(expected.isNaN ? found == 0 : abs(found - expected) < 1e-9)
  }

  @Test func `what is the same three pictures later has a correlation of one`() {
    let states = Self.states(300, seed: 3)
    let later = [false, false, false] + states.dropLast(3)
    #expect(StateBits(later).correlation(with: StateBits(states), later: 3) == 1)
    #expect(StateBits(later).correlation(with: StateBits(states.map { !$0 }), later: 3) == -1)
  }

  @Test func `what does not change, or has no pictures in common, has none`() {
    let states = StateBits(Self.states(100, seed: 4))
    let dark = StateBits([Bool](repeating: false, count: 100))
    #expect(states.correlation(with: dark, later: 0) == 0)
    #expect(states.correlation(with: states, later: 100) == 0)
    #expect(states.correlation(with: states, later: -130) == 0)
  }
}
