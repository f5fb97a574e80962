import Scene
import Testing

@testable import Photometry

/// Small lamps that move with what is around them.
struct BoatTests {
  @Test(arguments: [UInt64(0), 1, 3])
  func `a small lamp at anchor is read wherever it bobs, though a hull moves with it`(
    seed: UInt64
  ) throws {
    let scene = try #require(SceneCatalogue.named("boat-at-anchor")).scene(seed: seed)
    #expect(FinderRun(scene).wrong(scene) < 0.02)
  }

  @Test(arguments: [UInt64(1), 2, 3])
  func `a small lamp that goes by is followed, though the sea below it glitters more brightly`(
    seed: UInt64
  ) throws {
    let scene = try #require(SceneCatalogue.named("boat-over-glints")).scene(seed: seed)
    #expect(FinderRun(scene).wrong(scene) < 0.02)
  }

  @Test(arguments: [UInt64(540), 544, 546])
  func `a lamp that goes by is read from its first sign, though glints hid that at the time`(
    seed: UInt64
  ) throws {
    let scene = try #require(SceneCatalogue.named("boat-over-glints")).scene(seed: seed)
    #expect(FinderRun(scene).wrong(scene) < 0.01)
  }

  /// Brightness of a lamp that is lit in five samples of sixteen, over what goes up and down by as much.
  private static func keyed(_ swing: (Int) -> Double) -> [Double] {
    (0..<320).map { index in
      let isLit = (6..<11).contains(index % 16)
      return Double(abs(index / 4 % 10 - 5) * 4) + Double(index % 2) / 100
        + (isLit ? swing(index) : 0)
    }
  }

  @Test func `what jumps alike at each edge is even, however its rest goes up and down`() throws {
    let even = try #require(Jump(Self.keyed { _ in 50 }))
    let uneven = try #require(Jump(Self.keyed { $0 / 16 % 2 == 0 ? 50 : 25 }))
    #expect(even.unevenness < 0.25 && uneven.unevenness > 0.4)
  }

  @Test func `jumps tell when a lamp is lit, and nothing of what comes before the first`() throws {
    let trace = Self.keyed { _ in 50 }
    let states = try #require(Jump(trace)).states(trace)
    #expect(states.count == trace.count && states[..<6].allSatisfy { $0 == nil })
    let told = states.indices.filter { states[$0] != nil }
    #expect(told.count > 100)
    #expect(told.allSatisfy { states[$0] == (6..<11).contains($0 % 16) })
  }
}
