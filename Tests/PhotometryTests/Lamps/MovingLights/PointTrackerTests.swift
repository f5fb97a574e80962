import Foundation
import MorseCode
import Testing

@testable import Photometry

struct PointTrackerTests {
  private static let width = 320
  private static let height = 240
  /// Rows of the picture above the sea, and pixels across a stone of the shore.
  private static let shore = 90
  private static let stone = 5

  /// Waves that come from all sides, of 24 to 120 pixels and with a few steps of height each, below a stony shore.
  private struct Sea {
    private var stones: [UInt8] = []
    private var waves: [(x: Double, y: Double, speed: Double, phase: Double)] = []

    init(seed: UInt64) {
      var random = SplitMix(seed: seed)
      func draw(_ range: ClosedRange<Double>) -> Double {
        range.lowerBound
          + Double(random.next() >> 11) / Double(1 << 53) * (range.upperBound - range.lowerBound)
      }
      for _ in 0..<width * shore / stone { stones.append(UInt8(draw(60...140))) }
      for _ in 0..<8 {
        let (side, length) = (draw(0...(2 * .pi)), draw(24...120))
        waves.append(
          (
            2 * .pi * cos(side) / length, 2 * .pi * sin(side) / length, draw(1...4),
            draw(0...(2 * .pi))
          ))
      }
    }

    /// In steps of luma.
    func luma(_ x: Int, _ y: Int, _ time: Double) -> UInt8 {
      guard y >= shore else { return stones[y / stone * width + x / stone] }
      let height = waves.reduce(0) {
        $0 + sin($1.x * Double(x) + $1.y * Double(y) + $1.speed * time + $1.phase)
      }
      return UInt8(max(0, 75 + 7 * height))
    }
  }

  /// A boat that goes by at 12 pixels a second: a dark hull, and on it a lamp of so many pixels across.
  private static func frames(lamp side: Int, seed: UInt64) -> (
    frames: [(time: Double, bytes: FrameBytes)], isLit: [Bool]
  ) {
    let keying = Keying("CQ DE K7AB", speed: Speed(wpm: 12))
    let sea = Sea(seed: seed)
    let end = (keying.events.last?.time ?? 0) + 4
    var frames: [(time: Double, bytes: FrameBytes)] = []
    var states: [Bool] = []
    for index in 0..<Int(end * 15) {
      let time = Double(index) / 15
      let isLit = keying.events.last { $0.time <= time - 2 }?.isDown ?? false
      states.append(isLit)
      let (left, top) = (30 + Int(12 * time), 120 + Int(3 * sin(time)))
      var gray = [UInt8](repeating: 0, count: width * height)
      for y in 0..<height {
        for x in 0..<width {
          let isHull = (left..<left + 50).contains(x) && (top..<top + 10).contains(y)
          let isLamp =
            (left + 20..<left + 20 + side).contains(x) && (top + 2..<top + 2 + side).contains(y)
          gray[y * width + x] =
            isLit && isLamp ? 170 : isHull ? 15 : sea.luma(x, y, time)
        }
      }
      frames.append((time, FrameBytes(width: width, height: height, gray: gray)))
    }
    return (frames, states)
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `a small lamp on a dark hull is followed over waves, which move tiles by more`(
    seed: UInt64
  ) throws {
    let (frames, isLit) = Self.frames(lamp: 4, seed: seed)
    let wrong = FinderRun(frames).lamps.values.compactMap { lamp -> Int? in
      guard lamp.samples.count == frames.count else { return nil }
      func median(lit: Bool) -> Double {
        let values = zip(lamp.samples, isLit).filter { $1 == lit }.map(\.0.brightness).sorted()
        return values[values.count / 2]
      }
      let middle = (median(lit: true) + median(lit: false)) / 2
      return zip(lamp.samples, isLit).count { ($0.brightness > middle) != $1 }
    }
    let fewest = try #require(wrong.min())
    #expect(50 * fewest < frames.count)
  }

  @Test(arguments: [(4, 190, true), (0.5, 190, true), (0.5, 118, false)] as [(Float, UInt8, Bool)])
  func `a bright sample that moves is followed, however quiet tiles are, a codec's step is not`(
    deviation: Float, light: UInt8, isFollowed: Bool
  ) {
    let map = SignalMap(columns: 40, rows: 30, hasChroma: true)
    let view = TileView(firstColumn: 0, firstRow: 0, columns: 40, rows: 30)
    var activity = SignalActivity()
    var points = PointTracker()
    var random = SplitMix(seed: 7)
    var stored = [UInt16](repeating: 0, count: map.count)
    for picture in 0..<180 {
      var signals = [Float](repeating: 100, count: map.count)
      var samples = [UInt8](repeating: 0, count: map.tiles)
      for tile in 0..<map.tiles {
        // Of this deviation, from side to side.
        signals[tile] += deviation * 3.46 * (Float(random.next() >> 40) / Float(1 << 24) - 0.5)
        samples[tile] = UInt8(signals[tile] + 8)
      }
      samples[map.index(.luma(5 + picture / 30, 12))] = light
      let time = Double(picture) / 30
      activity.update(signals, map, view, time: time, gain: 1, stored: &stored)
      points.update(
        signals, samples, activity, map, view, time: time, gain: 1, range: .full)
      if picture % 45 == 44 { points.learnNoise() }
    }
    let hits = points.tracks.map(\.hits.count).max() ?? 0
    #expect(isFollowed ? hits > 100 : hits == 0)
  }
}
