import Scene
import Testing

@testable import Photometry

struct PassingLightTests {
  /// A car that passes over a lamp, so many pixels below its middle.
  private static func scene(below: Double, enters: Double, crossing: Double, seed: UInt64) -> Scene
  {
    var scene = LampFinderTests.scene(
      [LampFinderTests.lamp("COME TO PIER", radius: 6, added: 80)], seed: seed)
    scene.background = .textured(60)
    scene.sensor.noise = 3
    scene.distractors = [
      .headlight(
        enters: enters, crossing: crossing, width: 640, y: 149.2 + below, radius: 8)
    ]
    return scene
  }

  @Test(arguments: [(below: 9.0, enters: 4.0, crossing: 3.0), (-16, 6, 2), (12, 5, 4)])
  func `a lamp is read without the headlight that passes over it`(
    _ car: (below: Double, enters: Double, crossing: Double)
  ) throws {
    let scene = Self.scene(
      below: car.below, enters: car.enters, crossing: car.crossing, seed: 7)
    let run = FinderRun(scene)
    #expect(run.wrong(scene) == 0)
    let lamp = try #require(run.lamps.values.first { abs($0.x - 301) < 8 })
    let passing = lamp.samples.count { $0.uncertainty > 0 }
    #expect(passing > 3)
    // Where it does not clip everybody can tell.
    #expect(lamp.samples.contains { $0.uncertainty > 0 && $0.uncertainty.isFinite })
  }
}
