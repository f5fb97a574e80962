import MorseCode
import Testing

@testable import Photometry

struct SmallLampTests {
  /// Pictures of 160x120 with two bright pixels, as from a codec that draws the rest of the lamp's tile anew whenever it is
  /// switched, by so many steps more or less, and lets every tile waver.
  /// Where it is `rounded`, a codec codes one tile anew now and then, two steps brighter or darker, and leaves it until then.
  private static func frames(
    steps: Int, waver: Int = 1, lit: UInt8 = 130, rounded: Bool = false, seed: UInt64
  ) -> (frames: [(time: Double, bytes: FrameBytes)], isLit: [Bool]) {
    let keying = Keying("CQ DE K7AB", speed: Speed(wpm: 12))
    var random = SplitMix(seed: seed)
    func draw(_ steps: Int) -> Int { Int(random.next() >> 33) % (2 * steps + 1) - steps }
    let end = (keying.events.last?.time ?? 0) + 4
    var frames: [(time: Double, bytes: FrameBytes)] = []
    var states: [Bool] = []
    var (around, round) = (0, 0)
    for index in 0..<Int(end * 30) {
      let time = Double(index) / 30
      let isLit = keying.events.last { $0.time <= time - 2 }?.isDown ?? false
      if isLit != states.last { around = draw(steps) }
      states.append(isLit)
      if draw(9) == 0 { round = 2 - round }
      var gray = [UInt8](repeating: 0, count: 160 * 120)
      for row in 0..<15 {
        for column in 0..<20 {
          let isLamp = row == 6 && column == 9
          let isRounded = rounded && row == 2 && column == 3
          let level = UInt8(
            60 + (isRounded ? round : isLamp && steps > 0 ? around : draw(waver)))
          for y in 0..<8 {
            for x in 0..<8 { gray[(row * 8 + y) * 160 + column * 8 + x] = level }
          }
        }
      }
      if isLit { for x in 75...76 { gray[51 * 160 + x] = lit } }
      frames.append((time, FrameBytes(width: 160, height: 120, gray: gray)))
    }
    return (frames, states)
  }

  @Test(arguments: 1...3)
  func `a lamp of two pixels is read though a codec draws its tile anew at each change`(
    seed: Int
  ) throws {
    let (frames, isLit) = Self.frames(steps: 2, seed: UInt64(seed))
    let lamps = FinderRun(frames).lamps.values
    let lamp = try #require(lamps.first { abs($0.x - 76) < 8 && abs($0.y - 52) < 8 })
    #expect(lamp.samples.count == frames.count)
    let middle = lamp.samples.map(\.brightness).reduce(0, +) / Double(lamp.samples.count)
    let wrong = zip(lamp.samples, isLit).count { ($0.brightness > middle) != $1 }
    #expect(wrong == 0)
    // The tile's mean alone does not tell: it goes by as much as the lamp's two pixels add to it.
    let levels = zip(frames, isLit).map { frame, isLit in
      (mean: frame.bytes.planes[0][48 * 160 + 72], isLit: isLit)
    }
    let added = 2.0 * 70 / 64
    let dark = levels.map { Double($0.mean) + ($0.isLit ? added : 0) }
    let misread = zip(dark, isLit).count { ($0 > 60 + added / 2) != $1 }
    #expect(misread > 20)
  }

  @Test(arguments: [1, 2, 3] as [UInt64], [false, true])
  func `a lamp of two pixels is found where its tile's mean goes by less than any other's`(
    seed: UInt64, rounded: Bool
  ) throws {
    // Its pixels add 1.4 steps to a mean that a codec draws anew in every picture, by up to 3.
    let (frames, isLit) = Self.frames(
      steps: 0, waver: 3, lit: 105, rounded: rounded, seed: seed)
    let run = FinderRun(frames)
    let lamp = try #require(run.lamps.values.first { abs($0.x - 76) < 8 && abs($0.y - 52) < 8 })
    let wrong = zip(lamp.samples, isLit).count { ($0.brightness > 82) != $1 }
    #expect(wrong == 0 && lamp.samples.count == frames.count)
  }

  @Test func `nothing is found where every tile's mean is drawn anew and nothing else`() {
    let (frames, _) = Self.frames(steps: 0, waver: 3, lit: 60, seed: 4)
    #expect(FinderRun(frames).lamps.isEmpty)
  }
}
