import MorseCode
import Testing

@testable import Photometry

struct CodecStepTests {
  /// A filament's light in 160x120 pixels, which needs a fifth of a second to go out, and sixty tiles around that a codec lets go to
  /// and fro by one of its steps, now and then.
  private static func frames(seed: UInt64) -> (
    frames: [(time: Double, bytes: FrameBytes)], isDown: [Bool]
  ) {
    let keying = Keying("CQ DE K7AB", speed: Speed(wpm: 6))
    var random = SplitMix(seed: seed)
    func chance(_ one: Int) -> Bool { Int(random.next() >> 33) % one == 0 }
    let end = (keying.events.last?.time ?? 0) + 4
    var frames: [(time: Double, bytes: FrameBytes)] = []
    var states: [Bool] = []
    var steps = [Bool](repeating: false, count: 300)
    var light = 0.0
    for index in 0..<Int(end * 30) {
      let time = Double(index) / 30
      let isDown = keying.events.last { $0.time <= time - 2 }?.isDown ?? false
      states.append(isDown)
      light += ((isDown ? 1 : 0) - light) * (1 - exponential(-1 / (30 * (isDown ? 0.05 : 0.2))))
      var gray = [UInt8](repeating: 0, count: 160 * 120)
      for tile in 0..<300 {
        let (row, column) = (tile / 20, tile % 20)
        if tile % 5 == 0, chance(20) { steps[tile].toggle() }
        let isLamp = row == 6 && column == 9
        let level = 30 + (steps[tile] ? 2 : 0) + (isLamp ? Int(60 * light) : 0)
        for y in 0..<8 {
          for x in 0..<8 {
            // Noise, of which the tile's mean shows little.
            let noise = isLamp ? Int(random.next() >> 33) % 3 - 1 : 0
            gray[(row * 8 + y) * 160 + column * 8 + x] = UInt8(level + noise)
          }
        }
      }
      frames.append((time, FrameBytes(width: 160, height: 120, gray: gray)))
    }
    return (frames, states)
  }

  @Test(arguments: [1, 2] as [UInt64])
  func `a lamp is followed though more tiles than are followed go by one step of a codec`(
    seed: UInt64
  ) throws {
    let (frames, isDown) = Self.frames(seed: seed)
    let lamps = FinderRun(frames).lamps.values
    let lamp = try #require(lamps.first { abs($0.x - 76) < 8 && abs($0.y - 52) < 8 })
    // It goes out later than the key.
    let lit = zip(lamp.samples.suffix(isDown.count), isDown.suffix(lamp.samples.count))
      .filter { $1 }.map { $0.0.brightness }
    #expect(lit.count { $0 > 60 } > lit.count * 3 / 4)
  }
}
