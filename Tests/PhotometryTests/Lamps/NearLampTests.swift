import MorseCode
import Testing

@testable import Photometry

/// Lamps so near that they make all of the picture white, in a hand that moves meanwhile.
struct NearLampTests {
  private static let (width, height) = (320, 240)

  /// A picture of patches, `moved` pixels on, or a white one.
  private static func picture(isLit: Bool, moved: Int, seed: UInt64) -> FrameBytes {
    var gray = [UInt8](repeating: 250, count: width * height)
    if !isLit {
      for y in 0..<height {
        for x in 0..<width {
          let patch = UInt64((x + moved) / 40) &* 7919 &+ UInt64((y + moved / 2) / 40) &* 104_729
          var random = SplitMix(seed: patch &+ seed)
          gray[y * width + x] = 60 + UInt8(truncatingIfNeeded: random.next() % 100)
        }
      }
    }
    return FrameBytes(width: width, height: height, gray: gray)
  }

  /// The hand turns while the lamp hides what it sees: by 24 pixels each time, or by 60.
  @Test(arguments: [24, 60], [UInt64(1), 2])
  func `a lamp that makes the picture white is one, wherever the camera is turned meanwhile`(
    step: Int, seed: UInt64
  ) throws {
    let keying = Keying("SOS SOS", speed: Speed(wpm: 9))
    let end = (keying.events.last?.time ?? 0) + 2
    var frames: [(time: Double, bytes: FrameBytes)] = []
    var states: [Bool] = []
    var moved = 0
    for index in 0..<Int(end * 30) {
      let time = Double(index) / 30
      let isLit = keying.events.last { $0.time <= time - 1 }?.isDown ?? false
      if isLit, states.last == false { moved += step }
      states.append(isLit)
      frames.append((time, Self.picture(isLit: isLit, moved: moved, seed: seed)))
    }
    let lamps = FinderRun(frames).lamps.values.sorted { $0.foundAt < $1.foundAt }
    let lamp = try #require(lamps.first)
    // Places that show its light are one lamp for the receiver.
    for other in lamps.dropFirst() {
      let seen = zip(other.samples, states).filter { $0.0.isInSight }
      let levels = seen.map { $0.0.brightness }
      let middle = ((levels.min() ?? 0) + (levels.max() ?? 0)) / 2
      #expect(10 * seen.count { ($0.0.brightness > middle) != $0.1 } < seen.count)
    }
    // What is seen after the last mark may be of another scene.
    #expect(lamp.samples.count >= states.lastIndex(of: true) ?? 0)
    let wrong = zip(lamp.samples, states).count { ($0.brightness > 200) != $1 }
    #expect(wrong == 0)
  }
}
