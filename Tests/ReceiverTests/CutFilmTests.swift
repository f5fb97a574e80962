import MorseCode
import Photometry
import Scene
import Testing

@testable import Receiver

/// Films of several scenes, of which one shows a lamp.
@Suite(.timeLimit(.minutes(10))) struct CutFilmTests {
  /// Seconds of another room before and after the lamp's.
  @Test(arguments: [(before: 1.2, after: 0.7), (5, 4), (0, 3), (3, 0)])
  func `only what the lamp sends is read of a film that is cut`(
    _ cut: (before: Double, after: Double)
  ) {
    var lamp = Scene(
      background: .textured(70),
      lamps: [Lamp("MEET AT 7", speed: Speed(wpm: 13), x: 222.4, y: 161.7, radius: 5, added: 110)],
      sensor: Sensor(noise: 2.5), seed: 11)
    lamp.tail = 1
    let other = Scene(background: .room(150), sensor: Sensor(noise: 2.5), seed: 12)
    var receiver = RecordedReceiver(options: ReceiverOptions())
    var start = 0.0
    func show(_ scene: Scene) {
      for var picture in scene.pictures() {
        picture.time += start
        picture.withFrame { frame in receiver.consume(frame) }
      }
      start += scene.duration
    }
    func showOther(_ seconds: Double) {
      var scene = other
      scene.fixedDuration = seconds
      show(scene)
    }
    showOther(cut.before)
    show(lamp)
    showOther(cut.after)
    let texts = receiver.finish().compactMap {
      if case .message(_, let message) = $0 { message.text } else { nil }
    }
    #expect(texts == ["MEET AT 7"])
  }
}
