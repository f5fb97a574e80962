import Testing

@testable import VideoFile

@Suite struct PresentationClockTests {
  /// Timestamps in ticks of a tenth of a second (nil: none) and the times that come of them; a
  /// picture lasts 0.2 s where it does not say.
  struct Row: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var stamps: [Int64?]
    var durations: [Int64?] = []
    var times: [Double]
  }

  static let rows: [Row] = [
    Row(testDescription: "from the first", stamps: [70, 71, 75], times: [0, 0.1, 0.5]),
    Row(testDescription: "negative ones", stamps: [-20, -18, 0], times: [0, 0.2, 2]),
    Row(testDescription: "none at all", stamps: [nil, nil, nil], times: [0, 0.2, 0.4]),
    Row(
      testDescription: "none, but a duration", stamps: [5, nil, nil], durations: [1, 3, nil],
      times: [0, 0.1, 0.4]),
    Row(testDescription: "one missing", stamps: [10, nil, 14, 16], times: [0, 0.2, 0.4, 0.6]),
    Row(testDescription: "the first missing", stamps: [nil, 52, 54], times: [0, 0.2, 0.4]),
    Row(
      testDescription: "the same twice", stamps: [0, 2, 2, 4, 6], times: [0, 0.2, 0.4, 0.6, 0.8]),
    Row(
      testDescription: "a counter that starts anew", stamps: [90, 92, 94, 0, 2, 4],
      times: [0, 0.2, 0.4, 0.6, 0.8, 1.0]),
    Row(
      testDescription: "one stray low", stamps: [100, 102, 3, 106, 108],
      times: [0, 0.2, 0.4, 0.6, 0.8]),
    Row(testDescription: "a pause", stamps: [0, 2, 102, 104], times: [0, 0.2, 10.2, 10.4]),
    Row(
      testDescription: "the largest and the smallest", stamps: [.min + 1, .max, .min + 1, 0],
      times: []),
  ]

  @Test(arguments: rows)
  func timesRiseFromTheFirstPicture(_ row: Row) {
    var clock = PresentationClock(tick: 0.1, usualDuration: 0.2)
    let times = row.stamps.enumerated().map { index, stamp in
      clock.time(
        timestamp: stamp,
        duration: row.durations.indices.contains(index) ? row.durations[index] : nil)
    }
    #expect(times.allSatisfy { $0.isFinite })
    guard !row.times.isEmpty else { return }
    #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
    #expect(times.count == row.times.count)
    for (time, expected) in zip(times, row.times) { #expect(abs(time - expected) < 1e-9) }
  }
}
