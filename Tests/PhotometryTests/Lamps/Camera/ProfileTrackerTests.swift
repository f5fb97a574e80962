import Foundation
import Testing

@testable import Photometry

struct ProfileTrackerTests {
  @Test(arguments: [0.0, 3, -7, 12.5, -20.25])
  func `a profile's movement is measured to a fifth of a pixel`(_ shift: Double) {
    var random = SplitMix(seed: 11)
    // Smooth enough to be moved by a fraction of a pixel.
    let raw = (0..<500).map { _ in Float.random(in: 0..<60, using: &random) }
    let smooth = (0..<492).map { start in raw[start..<(start + 8)].reduce(0, +) / 8 }
    func moved(_ by: Double) -> [Float] {
      (0..<400).map { index in
        let place = Double(index) + 40 - by
        let whole = Int(place)
        let part = Float(place - Double(whole))
        return smooth[whole] * (1 - part) + smooth[whole + 1] * part
          + Float.random(in: -0.2...0.2, using: &random)
      }
    }
    var tracker = ProfileTracker()
    for step in 0...10 { tracker.update(moved(shift * Double(step) / 10)) }
    #expect(abs(tracker.shift - shift) < 0.2)
    #expect(tracker.isSure)
  }

  @Test(arguments: [0.3, 2] as [Float])
  func `a profile without contrast moves nothing, however noisy`(_ noise: Float) {
    var random = SplitMix(seed: 5)
    for _ in 0..<20 {
      var tracker = ProfileTracker()
      for _ in 0..<200 {
        tracker.update((0..<400).map { _ in 50 + Float.random(in: -noise...noise, using: &random) })
      }
      #expect(tracker.shift == 0)
    }
  }

  @Test(arguments: 1...6)
  func `a lamp before a blank wall does not move the scene, whatever a codec's blocks do`(
    seed: UInt64
  ) {
    var random = SplitMix(seed: seed)
    var tracker = ProfileTracker()
    for frame in 0..<400 {
      let blocks = (0..<22).map { _ in Float.random(in: -0.3...0.3, using: &random) }
      let isLit = frame / 7 % 3 == 1 || frame / 11 % 4 == 2
      tracker.update(
        (0..<176).map { column in
          80 + blocks[column / 8] + (isLit && (76..<100).contains(column) ? 23 : 0)
        })
      #expect(abs(tracker.shift) < 1)
    }
  }

  @Test func `movement of less than a pixel does not lead the scene astray`() {
    var random = SplitMix(seed: 8)
    let scene = (0..<420).map { _ in Float.random(in: 0..<60, using: &random) }
    var tracker = ProfileTracker()
    for frame in 0..<900 {
      // Within ten seconds out and back, at 30 pictures a second.
      let shift = 2.4 * (frame / 150 % 2 == 0 ? 1 : -1) * Double(frame % 150) / 150
      tracker.update(Self.moved(scene, by: shift, noise: 2, &random))
      #expect(abs(tracker.shift - shift) < 0.25)
    }
  }

  @Test func `a few lights in the dark are followed beneath the noise of all that is not lit`() {
    var random = SplitMix(seed: 9)
    var scene = [Float](repeating: 6, count: 420)
    for light in 0..<9 { for column in 0..<4 { scene[31 + 43 * light + column] += 1.2 } }
    var tracker = ProfileTracker()
    for frame in 0..<400 {
      let shift = 2.5 * sin(0.16 * Double(frame)) * min(1, Double(frame) / 30)
      tracker.update(Self.moved(scene, by: shift, noise: 0.35, &random))
      if frame > 60 { #expect(abs(tracker.shift - shift) < 1) }
    }
  }

  /// A profile of a scene whose contents have moved by so many pixels.
  private static func moved(
    _ scene: [Float], by shift: Double, noise: Float, _ random: inout SplitMix
  ) -> [Float] {
    (0..<400).map { index in
      let place = Double(index) + 10 - shift
      let part = Float(place - place.rounded(.down))
      let whole = Int(place.rounded(.down))
      return scene[whole] * (1 - part) + scene[whole + 1] * part
        + Float.random(in: -noise...noise, using: &random)
    }
  }

  @Test func `a camera that turns fast is followed, though it moves beyond the reach of a look`() {
    var random = SplitMix(seed: 17)
    let raw = (0..<4000).map { _ in Float.random(in: 0..<60, using: &random) }
    let scene = (0..<3900).map { start in raw[start..<(start + 8)].reduce(0, +) / 8 }
    var tracker = ProfileTracker()
    var (place, speed) = (100, 0)
    for step in 0..<40 {
      if step >= 15, speed < 45 { speed += 15 }
      place += speed
      tracker.update(Array(scene[place..<place + 400]))
      #expect(abs(tracker.shift - Double(100 - place)) < 0.5)
    }
  }

  /// Noise of neighbours that go together: by how many pixels, and whether in blocks.
  struct Noise: CustomTestStringConvertible {
    var width: Int
    var isBlocked: Bool
    var amplitude: Float

    var testDescription: String {
      "\(amplitude) over \(width) pixels\(isBlocked ? ", in blocks" : "")"
    }

    func profile(_ count: Int, _ random: inout SplitMix) -> [Float] {
      let raw = (0..<(count + width)).map { _ in
        50 + Float.random(in: -amplitude...amplitude, using: &random)
      }
      return (0..<count).map { index in
        isBlocked
          ? raw[index / width] : raw[index..<(index + width)].reduce(0, +) / Float(width)
      }
    }

    static let all = [1, 2, 3, 5, 8].flatMap { width in
      [false, true].flatMap { isBlocked in
        [0.5, 3].map { Noise(width: width, isBlocked: isBlocked, amplitude: $0) }
      }
    }
  }

  @Test(arguments: Noise.all)
  func `noise that goes together is hardly ever taken for movement`(_ noise: Noise) {
    var random = SplitMix(seed: 5)
    var sure = 0
    for _ in 0..<20 {
      var tracker = ProfileTracker()
      for _ in 0..<200 {
        tracker.update(noise.profile(400, &random))
        if tracker.isSure { sure += 1 }
      }
    }
    // Of 4000 pictures; independent pixels, as many, would be none.
    #expect(sure <= (noise.isBlocked ? 8 : 1))
  }

  /// A scene with enough contrast to be followed.
  private static func scene(_ random: inout SplitMix) -> [Float] {
    (0..<420).map { _ in Float.random(in: 0..<60, using: &random) }
  }

  @Test func `pictures that are shown twice move nothing by themselves`() {
    var random = SplitMix(seed: 3)
    let scene = Self.scene(&random)
    var tracker = ProfileTracker()
    for frame in 0..<300 {
      // A hand that sways by four pixels, taken at 15 pictures a second and shown at 30.
      let shift = 4 * sin(0.2 * Double(frame / 2 * 2))
      var same = SplitMix(seed: UInt64(frame / 2))
      tracker.update(Self.moved(scene, by: shift, noise: 3, &same))
      #expect(abs(tracker.shift - shift) < 0.3)
    }
  }

  @Test func `noise that is shown twice does not start a scene anew`() {
    var random = SplitMix(seed: 4)
    var tracker = ProfileTracker()
    let scene = Self.scene(&random)
    for frame in 0..<40 {
      tracker.update(Self.moved(scene, by: 5 * Double(min(frame, 10)) / 10, noise: 3, &random))
    }
    let noise = Noise(width: 1, isBlocked: false, amplitude: 30)
    for _ in 0..<10 {
      let one = noise.profile(400, &random)
      tracker.update(one)
      tracker.update(one)
    }
    // Where it was, it is found.
    for _ in 0..<20 { tracker.update(Self.moved(scene, by: 3, noise: 3, &random)) }
    #expect(abs(tracker.shift - 3) < 0.3)
  }

  @Test func `a picture that shows the noise of the one before, moved, moves nothing`() {
    var random = SplitMix(seed: 7)
    let noise = Noise(width: 1, isBlocked: false, amplitude: 3)
    var tracker = ProfileTracker()
    for _ in 0..<20 { tracker.update(noise.profile(400, &random)) }
    for _ in 0..<20 {
      let one = noise.profile(405, &random)
      tracker.update(Array(one[0..<400]))
      tracker.update(Array(one[5..<405]))
      tracker.update(noise.profile(400, &random))
    }
    #expect(tracker.shift == 0)
  }

  @Test(arguments: [0, 10])
  func `another scene is followed from where the one before it was`(_ fading: Int) {
    var random = SplitMix(seed: 6)
    let (one, other) = (Self.scene(&random), Self.scene(&random))
    var tracker = ProfileTracker()
    for frame in 0..<200 {
      // How much of the other one is seen.
      let part = Float(min(max(0, Double(frame - 99) / Double(fading + 1)), 1))
      let scene = zip(one, other).map { $0 * (1 - part) + $1 * part }
      let since = max(0, frame - 100 - fading)
      tracker.update(Self.moved(scene, by: 6 * sin(0.1 * Double(since)), noise: 2, &random))
      if frame < 100 { #expect(abs(tracker.shift) < 0.3) }
    }
    // Its own coordinates begin with a whole pixel.
    let shift = 6 * sin(0.1 * Double(99 - fading))
    #expect(abs(tracker.shift - shift) < 1)
  }

  @Test func `what else is known of the movement counts before the profile`() {
    var random = SplitMix(seed: 12)
    let scene = (0..<420).map { _ in Float.random(in: 0..<60, using: &random) }
    var tracker = ProfileTracker()
    tracker.update(Array(scene[0..<400]))
    tracker.look(at: Array(scene[1..<401]))
    #expect(tracker.isSure)
    tracker.settle(-7.25)
    #expect(tracker.isSure && tracker.shift == -7.25)
    // And where the profile does not tell.
    let wall = [Float](repeating: 50, count: 400)
    tracker.look(at: wall)
    #expect(!tracker.isSure)
    tracker.settle(3.5)
    #expect(tracker.isSure && tracker.shift == 3.5)
    tracker.update(wall.map { $0 + 1 })
    #expect(tracker.shift == 3.5)
  }
}
