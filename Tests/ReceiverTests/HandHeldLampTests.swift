import MorseCode
import Scene
import Testing

@testable import Receiver

/// Cameras that are not still, and lamps with nothing beside them that tells it.
@Suite(.timeLimit(.minutes(10))) struct HandHeldLampTests {
  @Test(arguments: [2, 4] as [Double], [1, 3] as [UInt64])
  func `a small lamp is read from the hand where nothing else is seen`(
    radius: Double, seed: UInt64
  ) {
    var scene = Scene(
      background: .flat(60),
      lamps: [
        Lamp(
          "CQ DE K1ABC", speed: Speed(wpm: 12), x: 320.3, y: 180.6, radius: radius, added: 120)
      ], sensor: Sensor(noise: 3), seed: seed)
    scene.motion = Motion(sway: 20)
    scene.tail = 1.5
    #expect(scene.textsRead() == ["CQ DE K1ABC"])
  }

  @Test func `a camera that stood, turns away farther than half a picture and back, has one lamp`()
  {
    var scene = Scene(
      background: .room(90),
      lamps: [
        Lamp(
          "CQ DE K1ABC THE QUICK FOX", speed: Speed(wpm: 12), x: 320.3, y: 180.6, radius: 20,
          added: 120)
      ], sensor: Sensor(noise: 3), seed: 2)
    scene.motion = Motion(pans: [Motion.Pan(start: 8, turn: 0.5, stay: 2, x: 400, y: 0)])
    scene.tail = 1.5
    let texts = scene.textsRead()
    #expect(texts.count == 1)
    #expect(texts.first?.hasPrefix("CQ DE") ?? false)
    #expect(texts.first?.hasSuffix("THE QUICK FOX") ?? false)
  }

  /// Three in four drawn so are read wrong without `BlurredReading`, and all of the last four without `BlurredLights`: the
  /// camera moves while it is out of focus.
  @Test(arguments: [1, 2, 3, 4, 303, 308, 310, 312] as [UInt64])
  func `a distant lamp is read while the camera loses its focus`(seed: UInt64) throws {
    let scene = try #require(SceneCatalogue.named("tower-refocused")).scene(seed: seed)
    #expect(scene.textsRead() == scene.lamps.map(\.text))
  }

  @Test func `what is bright just beyond the picture's edge is none of a lamp's light`() throws {
    let scene = try #require(SceneCatalogue.named("hand-held-blurred")).scene(seed: 300)
    #expect(scene.textsRead() == scene.lamps.map(\.text))
  }
}
