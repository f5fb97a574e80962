import MorseCode
import Scene
import Testing

@testable import Receiver

/// Messages of a word or two, sent once: there is little that tells them from chance.
@Suite struct BriefMessageTests {
  private static func scene(_ texts: [String], seed: UInt64) -> Scene {
    let lamps = texts.enumerated().map { index, text in
      Lamp(
        text, speed: Speed(wpm: 12), x: 90.3 + 150 * Double(index), y: 90.7, radius: 6, added: 110)
    }
    var scene = Scene(
      background: .textured(70), lamps: lamps, sensor: Sensor(noise: 2.5), seed: seed)
    scene.tail = 1.5
    return scene
  }

  @Test(arguments: ["TEST", "MEET ME", "OK", "SOS", "YES"], [1, 2] as [UInt64])
  func `of a light that alone is switched a word is enough`(text: String, seed: UInt64) {
    #expect(Self.scene([text], seed: seed).textsRead() == [text])
  }

  @Test(arguments: [["ONE", "TWO"], ["MEET ME", "GO HOME"]])
  func `two lamps that send a word or two are both told`(texts: [String]) {
    #expect(Set(Self.scene(texts, seed: 3).textsRead()) == Set(texts))
  }
}
