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

  /// Three in four drawn so are read wrong without `BlurredReading`; with it one of these is, in which the camera moves while
  /// it is out of focus.
  @Test func `a distant lamp is read while the camera loses its focus`() throws {
    let drawn = try #require(SceneCatalogue.named("tower-refocused"))
    let right = (1...6 as ClosedRange<UInt64>).count { seed in
      let scene = drawn.scene(seed: seed)
      return scene.textsRead() == scene.lamps.map(\.text)
    }
    #expect(right >= 5)
  }
}
