import MorseCode
import Photometry
import Scene
import Testing

@testable import Receiver

/// Films of several scenes, of which some show a lamp.
@Suite(.timeLimit(.minutes(10))) struct CutFilmTests {
  /// Seconds of another room before and after the lamp's, and pictures a second.
  @Test(arguments: [(1.2, 0.7, 30), (5, 4, 30), (0, 3, 30), (3, 0, 30), (3, 3, 90)])
  func `only what the lamp sends is read of a film that is cut`(
    before: Double, after: Double, rate: Double
  ) {
    let scenes = [
      Self.room(before, rate: rate), Self.sends("MEET AT 7", rate: rate),
      Self.room(after, rate: rate),
    ]
    #expect(Self.read(scenes).texts == ["MEET AT 7"])
  }

  @Test func `lamps of two scenes are two, though at the same place of the picture`() {
    var second = Self.sends("RED FOX")
    second.background = .room(120)
    let read = Self.read([Self.sends("MEET AT 7"), second])
    #expect(read.texts == ["MEET AT 7", "RED FOX"])
    #expect(Set(read.lamps).count == 2)
  }

  /// Where searches are made apart, too: two seconds of the other scene are read before it is known as such, so that a
  /// letter may follow.
  @Test func `live, what was sent until a cut is told, and nothing of what follows it`() {
    var receiver = LiveReceiver(options: ReceiverOptions(), searchesApart: true)
    var received: [Received] = []
    Self.show([Self.room(4), Self.sends("MEET AT 7"), Self.room(12)]) { picture in
      received += picture.withFrame { frame in receiver.consume(frame) }
      while let errand = receiver.takeErrand() { received += receiver.consume(errand.outcome()) }
    }
    received += receiver.finish()
    let text = Self.texts(received).joined(separator: " ")
    #expect(text.hasPrefix("MEET AT 7") && text.count <= "MEET AT 7 E".count, "\(text)")
  }

  private static func sends(_ text: String, rate: Double = 30) -> Scene {
    var scene = Scene(
      background: .textured(70),
      lamps: [Lamp(text, speed: Speed(wpm: 13), x: 222.4, y: 161.7, radius: 5, added: 110)],
      sensor: Sensor(noise: 2.5), seed: 11)
    scene.timing.rate = rate
    scene.tail = 1
    return scene
  }

  private static func room(_ seconds: Double, rate: Double = 30) -> Scene {
    var scene = Scene(background: .room(150), sensor: Sensor(noise: 2.5), seed: 12)
    scene.timing.rate = rate
    scene.fixedDuration = seconds
    return scene
  }

  private static func show(_ scenes: [Scene], to receive: (Picture) -> Void) {
    var start = 0.0
    for scene in scenes {
      for var picture in scene.pictures() {
        picture.time += start
        receive(picture)
      }
      start += scene.duration
    }
  }

  private static func read(_ scenes: [Scene]) -> (texts: [String], lamps: [Int]) {
    var receiver = RecordedReceiver(options: ReceiverOptions())
    show(scenes) { picture in picture.withFrame { frame in receiver.consume(frame) } }
    let received = receiver.finish()
    let lamps: [Int] = received.compactMap {
      if case .message(let lamp, _) = $0 { lamp } else { nil }
    }
    return (texts(received), lamps)
  }

  private static func texts(_ received: [Received]) -> [String] {
    received.compactMap { if case .message(_, let message) = $0 { message.text } else { nil } }
  }
}
