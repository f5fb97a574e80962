internal import Foundation
import MorseCode

/// Where the picture is shifted to, picture by picture.
struct CameraPath: Sendable {
  private let motion: Motion
  private var random: RandomSource
  private var tremble = (x: 0.0, y: 0.0)
  /// Phases in turns of the two sines of each axis.
  private let phases: [Double]

  init(motion: Motion, seed: UInt64) {
    self.motion = motion
    var random = RandomSource(seed: seed, stream: "sway")
    phases = (0..<4).map { _ in random.uniform() }
    self.random = RandomSource(seed: seed, stream: "tremble")
  }

  /// Draws the tremble of the next picture.
  mutating func beginPicture() {
    guard motion.jitter > 0 else { return }
    tremble = (motion.jitter * random.normal(), motion.jitter * random.normal())
  }

  /// Pixels by which what is seen has moved at `time`, in the picture begun.
  func shift(at time: Double) -> (x: Double, y: Double) {
    guard !motion.isStill else { return (0, 0) }
    var x = tremble.x + sway(at: time, phases[0], phases[1])
    var y = tremble.y + sway(at: time, phases[2], phases[3])
    for pan in motion.pans {
      let part = progress(of: pan, at: time)
      x += part * pan.x
      y += part * pan.y
    }
    return (x, y)
  }

  /// Most of it at the full frequency, the rest slower, by a ratio that does not repeat.
  private func sway(at time: Double, _ fast: Double, _ slow: Double) -> Double {
    guard motion.sway != 0 else { return 0 }
    let turns = motion.swayFrequency * time
    return motion.sway
      * (0.65 * sin(2 * .pi * (turns + fast)) + 0.35 * sin(2 * .pi * (0.382 * turns + slow)))
  }

  private func progress(of pan: Motion.Pan, at time: Double) -> Double {
    let turn = max(pan.turn, 1e-9)
    let out = min(max((time - pan.start) / turn, 0), 1)
    let back = min(max((time - pan.start - turn - pan.stay) / turn, 0), 1)
    return (cos(.pi * back) - cos(.pi * out)) / 2
  }
}
