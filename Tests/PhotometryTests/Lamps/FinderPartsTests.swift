import Foundation
import Testing

@testable import Photometry

struct FinderPartsTests {
  @Test func `two levels are told, with what lies between and how often they change`() throws {
    let trace = [10.0, 10, 30, 30, 30, 20, 10, 10, 10, 30, 30, 10, 10, 10, .nan, 10]
    let keyedness = try #require(Keyedness(trace))
    #expect(keyedness.low == 10 && keyedness.high == 30)
    #expect(keyedness.changes == 4)
    #expect(abs(keyedness.share - 5 / 15.0) < 0.1)
    #expect(keyedness.position(20) == 0.5)
    #expect(Keyedness([Double](repeating: 3, count: 40)) == nil)
    #expect(Keyedness([1, 2, 1, 2]) == nil)
  }

  @Test func `a light that goes out is told from one that varies`() throws {
    func keyedness(_ dark: Double) throws -> Keyedness {
      try #require(Keyedness((0..<40).map { $0 / 3 % 2 == 1 ? 60 : dark }))
    }
    #expect(try keyedness(0).isDarkBetween())
    #expect(try keyedness(15).isDarkBetween())
    #expect(try !keyedness(30).isDarkBetween())
    // Where what is around it stands out by as much.
    #expect(try keyedness(30).isDarkBetween(25))
    #expect(try !keyedness(30).isDarkBetween(5))
    #expect(try !keyedness(30).isDarkBetween(70))
  }

  @Test func `noise stays below the separation that counts as switched`() throws {
    var random = SplitMix(seed: 7)
    var worst = 0.0
    for _ in 0..<50 {
      let trace = (0..<300).map { _ in
        (0..<12).reduce(-6.0) { sum, _ in sum + Double.random(in: 0..<1, using: &random) }
      }
      worst = max(worst, try #require(Keyedness(trace)).separation)
    }
    #expect(worst < 3.3)
  }

  @Test(arguments: [1, 3, 9, 61])
  func `slow changes are the mean around each sample, what is out of sight left out`(_ width: Int) {
    var random = SplitMix(seed: 4)
    let trace = (0..<40).map { index in
      [7, 8, 30].contains(index) ? .nan : Double.random(in: 0...255, using: &random)
    }
    let whole = TraceMath.filled(trace)
    let passed = TraceMath.highPassed(trace, width: width)
    for index in trace.indices {
      let around = whole[max(0, index - width / 2)...min(39, index + width / 2)]
      let mean = around.reduce(0, +) / Double(around.count)
      #expect(abs(passed[index] - (trace[index].isFinite ? trace[index] - mean : 0)) < 1e-9)
    }
  }

  @Test(arguments: [75, 91, 239])
  func `nothing is left of what does not change`(_ width: Int) {
    let passed = TraceMath.highPassed([Double](repeating: 255, count: 600), width: width)
    #expect(passed.allSatisfy { $0 == 0 })
  }

  @Test func `what a light by chance does with the movement is not taken off it`() throws {
    var random = SplitMix(seed: 5)
    let lit = (0..<120).map { $0 / 6 % 2 == 1 }
    let history = lit.enumerated().map { index, isLit in
      SignalHistory.Moment(
        time: Double(index) / 30, gain: 1, mean: 100,
        view: TileView(firstColumn: 0, firstRow: 0, columns: 1, rows: 1),
        restX: (isLit ? 0.1 : -0.1) + Double.random(in: -0.3...0.3, using: &random),
        restY: Double.random(in: -0.3...0.3, using: &random), stored: [])
    }
    let steadiness = Steadiness(history[...])
    let trace = zip(history, lit).map { 100 + ($1 ? 50 : 0) + 20 * $0.restX }
    let alone = try #require(steadiness.weights(trace))
    let told = try #require(steadiness.weights(trace, lit: lit))
    #expect(abs(alone[0] - 20) > 30)
    #expect(told.count == 5)
    #expect(abs(told[0] - 20) < 2)
  }

  @Test func `what shows no levels any more gives way to a stronger light at its place`() throws {
    var random = SplitMix(seed: 6)
    func candidate(_ added: Double, noise: Double) throws -> Candidate {
      let trace = (0..<240).map {
        100 + ($0 / 6 % 2 == 1 ? added : 0) + Double.random(in: -noise...noise, using: &random)
      }
      return Candidate(
        probe: Probe(), keyedness: try #require(Keyedness(trace)), trace: trace, x: 9, y: 9,
        tiles: 1)
    }
    func known(_ candidate: Candidate) -> LampSearch.Known {
      LampSearch.Known(id: 1, passed: candidate.trace, keyedness: candidate.keyedness)
    }
    let unclear = try candidate(100, noise: 25)
    #expect(unclear.isApart && !unclear.isStill)
    let (nothing, faint) = (try candidate(0, noise: 5), try candidate(20, noise: 5))
    #expect(known(nothing).isOutshone(by: unclear))
    #expect(!known(faint).isOutshone(by: unclear))
    #expect(known(faint).isOutshone(by: try candidate(100, noise: 5)))
    #expect(!known(nothing).isOutshone(by: try candidate(15, noise: 4)))
    // Nor need what is clear be much stronger than what has no levels.
    #expect(known(try candidate(30, noise: 30)).isOutshone(by: try candidate(50, noise: 4)))
    #expect(!known(try candidate(60, noise: 8)).isOutshone(by: try candidate(70, noise: 4)))
    // Saturated, or out of sight for all but a few pictures.
    var flat = LampSearch.Known(id: 1, passed: [], keyedness: nil)
    #expect(!flat.isOutshone(by: unclear))
    flat.isFlat = LampSearch.Known.isFlat([Double](repeating: 255, count: 40) + [.nan])
    #expect(flat.isOutshone(by: unclear) && !flat.isOutshone(by: nothing))
    #expect(!LampSearch.Known.isFlat([255, 255]))
  }

  @Test func `the discriminant cancels what a neighbour shares`() throws {
    var random = SplitMix(seed: 3)
    let lit = (0..<200).map { Optional($0 / 7 % 2 == 1) }
    let shared = (0..<200).map { _ in Double.random(in: -20...20, using: &random) }
    let place = zip(shared, lit).map { $0 + ($1 == true ? 4 : 0) }
    let weights = try #require(Discriminant.weights([place, shared], lit: lit))
    #expect(abs(weights[1] / weights[0] + 1) < 0.05)
  }

  /// A lamp with levels of 10 and 30, in whose half minute it is lit every other quarter of a second.
  private static let lamp = Followed(
    id: 1, probe: Probe(mean: 1), x: 0, y: 0, separation: 10, low: 10, high: 30, isWhole: false,
    reach: 0)

  @Test func `a known lamp is looked at anew less and less often, unless it is seen worse`() {
    var lamp = Self.lamp
    #expect(lamp.isDue(at: 3, separation: 9))
    var looks: [Double] = []
    for time in stride(from: 4.0, through: 60, by: 2) where lamp.isDue(at: time, separation: 9) {
      looks.append(time)
      lamp.noteLook(at: time, separation: 9, isFruitless: true)
    }
    #expect(looks == [4, 8, 16, 32, 48])
    #expect(!lamp.isDue(at: 50, separation: 8))
    #expect(lamp.isDue(at: 50, separation: 7))
    lamp.noteLook(at: 50, separation: 9, isFruitless: false)
    #expect(lamp.isDue(at: 52, separation: 9))
  }

  private static let blinking = (0..<900).map { $0 / 8 % 2 == 1 ? 30.0 : 10 }

  @Test func `a lamp goes on and off as often as before where something brighter comes over it`() {
    // Brighter by ten times for ten seconds of thirty, in which levels that are told anew would be those of that.
    let covered = Self.blinking.enumerated().map { 500..<800 ~= $0 ? 230 + $1 : $1 }
    func changes(_ trace: [Double]) -> Int {
      let map = SignalMap(columns: 2, rows: 2, hasChroma: false)
      let moments = trace.enumerated().map { index, mean in
        SignalHistory.Moment(
          time: Double(index) / 30, gain: 1, mean: mean,
          view: TileView(firstColumn: 0, firstRow: 0, columns: 2, rows: 2), restX: 0, restY: 0,
          stored: [UInt16](repeating: 0, count: map.count))
      }
      return Self.lamp.changes(moments[...], map)
    }
    #expect(changes(Self.blinking) == 112)
    #expect(changes(covered) > 70)
    #expect((Keyedness(covered)?.changes ?? 0) < 10)
  }

  @Test func `another reading need not agree with a lamp that is out of sight by now`() throws {
    let gone = Self.blinking.enumerated().map { $0 < 450 ? $1 : 10 }
    func candidate(_ trace: [Double]) throws -> Candidate {
      Candidate(
        probe: Probe(mean: 1), keyedness: try #require(Keyedness(trace)), trace: trace, x: 0, y: 0,
        tiles: 1)
    }
    #expect(Self.lamp.agrees(gone, try candidate(Self.blinking)))
    #expect(
      !Self.lamp.agrees(
        gone,
        try candidate(
          Self.blinking.enumerated().map {
            $0 < 300 ? 40 - $1 : $1
          })))
  }

  @Test
  func `a place that comes into sight and goes is no lamp, one that a camera turns away from is`() {
    #expect(!Self.lamp.isAtEdge(Self.blinking))
    // Seen by bouts of a third of a second, and bright all the time.
    #expect(Self.lamp.isAtEdge((0..<900).map { $0 / 10 % 3 == 1 ? .nan : 30 }))
    // Three turns away, of four seconds.
    let turned = Self.blinking.enumerated().map { $0 % 300 > 180 ? Double.nan : $1 }
    #expect(!Self.lamp.isAtEdge(turned))
    // At the edge for a second before it is gone.
    let leaving = Self.blinking.enumerated().map {
      $0 > 600 || (570..<600).contains($0) && $0 % 6 < 3 ? Double.nan : $1
    }
    #expect(!Self.lamp.isAtEdge(leaving))
  }

  @Test(
    arguments: [
      (Signal.Kind.blueDifference, 2.0, false), (.redDifference, 2, false),
      (.blueDifference, 5, true),
      (.luma, 2, true),
    ])
  func `a step of a block's colour that a codec's rounding makes is no lamp, one of luma may be`(
    kind: Signal.Kind, swing: Double, isLamp: Bool
  ) throws {
    var random = SplitMix(seed: 29)
    let trace = Self.blinking.map {
      100 + ($0 > 20 ? swing : 0) + Double.random(in: -0.1...0.1, using: &random)
    }
    let candidate = Candidate(
      probe: Probe(signal: Signal(kind: kind, column: 3, row: 4)),
      keyedness: try #require(Keyedness(trace)), trace: trace, x: 3, y: 4, tiles: 1)
    #expect(candidate.isApart == isLamp)
  }

  @Test(arguments: [(0, 0), (5, -3), (-11, 7), (100, 40)])
  func `a scene's tiles keep their places while the picture moves`(_ column: Int, _ row: Int) {
    let map = SignalMap(columns: 10, rows: 6, hasChroma: true)
    let view = TileView(firstColumn: column, firstRow: row, columns: 10, rows: 6)
    var seen: Set<Int> = []
    for y in row..<(row + 6) {
      for x in column..<(column + 10) {
        let signal = Signal.luma(x, y)
        #expect(view.shows(signal))
        #expect(seen.insert(map.index(signal)).inserted)
        #expect(map.index(signal) == map.index(.luma(x + map.columns, y - map.rows)))
      }
    }
    #expect(map.runs(view).reduce(0) { $0 + $1.count } == 10)
    #expect(!view.shows(.luma(column - 1, row)) && !view.shows(.luma(column, row + 6)))
  }

  @Test func `the sense is that of the longer rests`() throws {
    // Marks of 1 and 3, rests of 1, 3 and 7: dark is the rest.
    let runs = [7, 1, 1, 3, 1, 1, 3, 3, 1, 1, 7, 1, 1, 1, 3, 3, 7, 1, 1, 3, 7]
    var trace: [Double] = []
    for (index, length) in runs.enumerated() {
      trace += [Double](repeating: index % 2 == 0 ? 0 : 1, count: length * 3)
    }
    let times = trace.indices.map { Double($0) / 30 }
    let upright = try #require(Keyedness(trace))
    #expect(!Sense.isInverted(trace, times: times, upright))
    let dark = trace.map { 1 - $0 }
    #expect(Sense.isInverted(dark, times: times, try #require(Keyedness(dark))))
  }

  @Test
  func `what was lit when it went out of sight, and when it came back, did not rest meanwhile`()
    throws
  {
    let runs = [7, 1, 1, 3, 1, 1, 3, 3, 1, 1, 1, 3, 1, 3, 7, 1, 1, 3, 7]
    var trace: [Double] = []
    for (index, length) in runs.enumerated() {
      trace += [Double](repeating: index % 2 == 0 ? 0 : 1, count: length * 3)
      // In the middle of a dash.
      if index == 11 {
        trace.insert(contentsOf: [Double](repeating: .nan, count: 90), at: trace.count - 4)
      }
    }
    let times = trace.indices.map { Double($0) / 30 }
    #expect(!Sense.isInverted(trace, times: times, try #require(Keyedness(trace))))
  }

  @Test func `frames lit for a part of their exposure are no noise`() throws {
    // Dots of a frame and a half: hardly a frame is lit throughout.
    let dots = [0.0, 0, 90, 60, 0, 150, 20, 0, 0, 140, 150, 30, 0, 0, 0]
    let trace = (0..<12).flatMap { _ in dots }
    #expect(try #require(Keyedness(trace)).separation > 6)
    // A slow wave is between its ends most of the time.
    let wave = (0..<200).map { index in
      let part = Double(index % 30) / 15
      return 150 * (part < 1 ? part : 2 - part)
    }
    #expect(try #require(Keyedness(wave)).separation < 6)
  }

  @Test func `a tile that a codec rounds to one step or the next is not clear`() throws {
    let trace = (0..<100).map { $0 / 7 % 2 == 0 ? 60.0 : 61 }
    let keyedness = try #require(Keyedness(trace))
    #expect(keyedness.separation < 4 && !keyedness.isClear)
    #expect(try #require(Keyedness(trace.map { 20 * $0 })).isClear)
  }

  @Test func `what a codec disturbs weighs little beside what shows the lamp alone`() {
    var random = SplitMix(seed: 9)
    let light = (0..<200).map { $0 / 7 % 2 == 1 ? 20.0 : -20 }
    func strand(_ column: Int, noise: Double) -> CandidateSearch.Strand {
      let standout = SignalActivity.Standout(
        signal: .luma(column, 0), significance: 100, noise: 0.1, variance: 400)
      let trace = light.map { $0 + Double.random(in: -noise...noise, using: &random) }
      return CandidateSearch.Strand(standout: standout, trace: trace)
    }
    let group = [0.1, 12, 0.1, 0.1].enumerated().map { column, noise in
      (strand: strand(column, noise: noise), covariance: 400.0)
    }
    let members = MatchedFilter(group).members
    #expect(members.count == 4 && members.last?.signal == .luma(1, 0))
    #expect(abs(members[3].weight) < 0.1 * abs(members[0].weight))
  }
}
