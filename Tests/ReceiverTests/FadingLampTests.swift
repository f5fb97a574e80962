import MorseCode
import Photometry
import Scene
import Testing

@testable import Receiver

/// Lamps that glow on after their key: filaments, halos.
@Suite(.timeLimit(.minutes(10))) struct FadingLampTests {
  // The last eight end their marks late by half a dot and more.
  @Test(arguments: [22, 23, 60, 61, 91, 110, 130, 147, 169, 172, 182, 193] as [UInt64])
  func `a saturated lamp whose halo fades is read`(seed: UInt64) throws {
    let scene = try #require(SceneCatalogue.named("halo")).scene(seed: seed, seconds: 0)
    #expect(scene.textsRead() == scene.lamps.map(\.text))
  }

  @Test(arguments: SmoothNoise.allCases)
  func `smooth noise that was recorded is not undone to a text`(kind: SmoothNoise) {
    for seed in 0..<12 as Range<UInt64> {
      let detection = Detector.judge(kind.samples(seed: seed, seconds: 40))
      let lamp = RecordedLamp(
        detection, options: ReceiverOptions(),
        prior: Squelch.prior(searched: 4800, isPointedOut: false), place: nil)
      #expect(lamp.messages.isEmpty, "\(kind), seed \(seed)")
    }
  }
}
