import Scene
import Testing

@testable import Receiver

/// Small lamps that move, with a hull that moves with them.
@Suite(.timeLimit(.minutes(10))) struct BoatTests {
  @Test(arguments: [2, 4, 313, 316, 348] as [UInt64])
  func `a small lamp under way is read by its pixels, though a hull moves with it`(
    seed: UInt64
  ) throws {
    let scene = try #require(SceneCatalogue.named("boat-under-way")).scene(seed: seed, seconds: 0)
    #expect(scene.textsRead() == scene.lamps.map(\.text))
  }

  @Test(arguments: [2, 9208] as [UInt64])
  func `what a moving lamp sent before it was followed is read as well`(seed: UInt64) throws {
    let scene = try #require(SceneCatalogue.named("boat-under-way")).scene(seed: seed, seconds: 0)
    #expect(scene.textsRead() == scene.lamps.map(\.text))
  }

  @Test(arguments: [2, 3, 6, 8] as [UInt64])
  func `a lamp that goes by is read where it is, though what carries it is half as bright`(
    seed: UInt64
  ) throws {
    let scene = try #require(SceneCatalogue.named("boat-with-cabin")).scene(seed: seed, seconds: 0)
    #expect(scene.textsRead() == scene.lamps.map(\.text))
  }

  @Test func `what tiles say of a lamp before it was followed is lit or dark, however bright`()
    throws
  {
    let scene = try #require(SceneCatalogue.named("boat-with-cabin")).scene(seed: 13052, seconds: 0)
    #expect(scene.textsRead() == scene.lamps.map(\.text))
  }

  @Test(arguments: [1, 5, 6, 7] as [UInt64])
  func `a lamp on what is darker than the sea is read, the sea around that is not`(
    seed: UInt64
  ) throws {
    let scene = try #require(SceneCatalogue.named("boat-with-dark-cabin"))
      .scene(seed: seed, seconds: 0)
    #expect(scene.textsRead() == scene.lamps.map(\.text))
  }

  @Test func `a place that was dismissed speaks of the lamp that went by there`() throws {
    let scene = try #require(SceneCatalogue.named("boat-at-anchor")).scene(seed: 13122, seconds: 0)
    #expect(scene.textsRead() == scene.lamps.map(\.text))
  }

  @Test(arguments: [400, 403] as [UInt64])
  func `live, a light that is read by its pixels from now on seems no brighter for that`(
    seed: UInt64
  ) throws {
    let scene = try #require(SceneCatalogue.named("boat-under-way")).scene(seed: seed, seconds: 0)
    #expect(scene.textsReadLive() == scene.lamps.map(\.text))
  }

  @Test func `a torch in a hand is read by its brightest pixels where it covers what is bright`()
    throws
  {
    let scene = try #require(SceneCatalogue.named("torch-in-hand")).scene(seed: 9216, seconds: 0)
    #expect(scene.textsRead() == scene.lamps.map(\.text))
  }
}
