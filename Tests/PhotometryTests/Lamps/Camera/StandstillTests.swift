import Testing

@testable import Photometry

@Suite struct StandstillTests {
  private static func tiles(_ random: inout SplitMix, moved: Int = 0) -> [Float] {
    (0..<1200).map { index in
      Float(80 + 30 * ((index + moved) % 7 / 3)) + .random(in: -0.5...0.5, using: &random)
    }
  }

  @Test func `noise is no movement, and what moves all tiles is`() {
    var random = SplitMix(seed: 1)
    var standstill = Standstill()
    func holds(moved: Int = 0) -> Bool { standstill.holds(for: Self.tiles(&random, moved: moved)) }
    let isKnown = holds()
    #expect(!isKnown)
    standstill.note(Self.tiles(&random))
    let still = (0..<50).map { _ in holds() }
    #expect(still.allSatisfy { $0 })
    let isStill = holds(moved: 1)
    #expect(!isStill)
    standstill.note(Self.tiles(&random, moved: 1))
    let isStillThere = holds(moved: 1)
    #expect(isStillThere)
  }

  @Test(arguments: [[], [1, 2]] as [[Float]])
  func `a picture of another size is another`(tiles: [Float]) {
    var standstill = Standstill()
    standstill.note([1, 2, 3])
    let isStill = standstill.holds(for: tiles)
    #expect(!isStill)
  }
}
