import Foundation
import MorseCode
import Testing

@testable import Photometry

@Suite struct HaloTests {
  @Test(
    arguments: [
      // Lit; what the halo shows, in hundreds of steps; hidden gaps.
      ("---------", "012444211", 0),
      ("---------", "024642462", 1),
      ("-----------", "02464246421", 1),
      ("--------------", "02464246424651", 2),
      // The middle shows these itself.
      ("--- --- ---", "24621462462", 0),
      // Less than a quarter: a hand moves it by as much.
      ("--------------", "09778998779989", 0),
      // Hardly anything.
      ("---------", "999999999", 0),
    ]
  )
  func `gaps that the middle hides are those that the halo shows while it is lit`(
    lit: String, shown: String, gaps: Int
  ) {
    let trace = shown.map { 100 * Double($0.wholeNumberValue ?? 0) }
    #expect(Halo.hiddenGaps(trace, where: lit.map { $0 == "-" }) == gaps)
  }

  @Test func `what passes before a side of the halo is no gap`() {
    let glow = [0.0, 40, 80, 90, 90, 90, 90, 90, 40, 0]
    var traces = (0..<16).map { tile in glow.map { $0 + Double(10 * tile) } }
    for tile in 0..<6 { for time in 4...5 { traces[tile][time] = 0 } }
    let isLit = [Bool](repeating: true, count: 10)
    #expect(Halo.hiddenGaps(Halo.usual(traces), where: isLit) == 0)
    for tile in 0..<16 { for time in 4...5 { traces[tile][time] = Double(10 * tile) } }
    #expect(Halo.hiddenGaps(Halo.usual(traces), where: isLit) == 1)
  }

  /// A lamp with a glow that grows and fades with `inertia`, in seconds, so bright that its middle is as bright as can be before
  /// it has faded.
  private static func frames(_ keying: Keying, inertia: Double) -> [(
    time: Double, bytes: FrameBytes
  )] {
    let (width, height) = (320, 240)
    let end = (keying.events.last?.time ?? 0) + 4
    let shape = (0..<width * height).map { pixel in
      let (x, y) = (Double(pixel % width) - 162, Double(pixel / width) - 123)
      return 620 * exp(-(x * x + y * y).squareRoot() / 12)
    }
    var random = SplitMix(seed: 5)
    var glow = 0.0
    return (0..<Int(end * 30)).map { index in
      let time = Double(index) / 30
      let isLit = keying.events.last { $0.time <= time - 2 }?.isDown ?? false
      glow += ((isLit ? 1 : 0) - glow) * (1 - exp(-1 / (30 * inertia)))
      let gray = shape.map { UInt8(min(255, 40 + .random(in: -3...3, using: &random) + glow * $0)) }
      return (time, FrameBytes(width: width, height: height, gray: gray))
    }
  }

  @Test(arguments: [0.2, 0.3])
  func `a lamp whose middle stays as bright as can be is read by its halo`(inertia: Double) throws {
    let keying = Keying("ETA 96 MIN", speed: Speed(wpm: 10))
    let run = FinderRun(Self.frames(keying, inertia: inertia))
    let lamp = try #require(run.lamps.values.first { abs($0.x - 162) < 12 && abs($0.y - 123) < 12 })
    func brightness(at time: Double) throws -> Double {
      try #require(lamp.samples.min { abs($0.time - time) < abs($1.time - time) }).brightness
    }
    let values = lamp.samples.map(\.brightness)
    let swing = try #require(values.max()) - (try #require(values.min()))
    let gaps = zip(keying.events, keying.events.dropFirst()).filter { !$0.isDown && $1.isDown }
    for (begin, end) in gaps {
      let fall = try brightness(at: 2 + begin.time) - brightness(at: 2 + end.time)
      #expect(fall > 0.1 * swing, "\(begin.time)")
    }
  }
}
