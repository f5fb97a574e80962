import Foundation
import Photometry
import Testing

@testable import Receiver

/// The chart as a document; `PlotTests` opens it in a browser.
@Suite struct StripChartTests {
  private func chart(_ rows: [(Double, Double)], of kind: TraceKind, name: String = "a.csv")
    -> String
  {
    var options = ReceiverOptions()
    options.keepsFindings = true
    options.isSquelched = false
    var receiver = RecordedReceiver(options: options)
    for (time, value) in rows { receiver.consume(TraceRow(time: time, value: value), of: kind) }
    _ = receiver.finish()
    return StripChart(
      .init(name: name, findings: receiver.findings, threshold: options.detector.threshold)
    ).svg()
  }

  /// Points of the longest path of a class; the legend has one too.
  private func longest(_ kind: String, in svg: String) throws -> [(x: Double, y: Double)] {
    let pattern = try Regex(
      "<path class=\"\(kind)\" d=\"M([^\"]*)\"", as: (Substring, Substring).self)
    let paths = svg.matches(of: pattern).map { match in
      let numbers = match.output.1.split { $0 == " " || $0 == "L" }.compactMap { Double($0) }
      return stride(from: 0, to: numbers.count - 1, by: 2).map { (numbers[$0], numbers[$0 + 1]) }
    }
    return try #require(paths.max { $0.count < $1.count })
  }

  private static let sos: [Double] = [2, 2.1, 2.2, 2.3, 2.4, 2.5, 2.8, 3.1, 3.2, 3.5, 3.6, 3.9]

  /// On and off by turns, the end told by repeating that it is off.
  private func states(from start: Double) -> [(Double, Double)] {
    [(start, 0)] + Self.sos.enumerated().map { (start + $1, $0 % 2 == 0 ? 1 : 0) }
      + [(start + 6, 0)]
  }

  @Test func `a trace of states is drawn in steps, also where it repeats itself`() throws {
    let svg = chart(states(from: 0), of: .state)
    let level = try longest("level", in: svg)
    #expect(level.count > 20)
    for (one, next) in zip(level, level.dropFirst()) {
      #expect(one.x == next.x || one.y == next.y, "slanted at \(one)")
    }
    #expect(svg.contains(">on</text>") && svg.contains(">off</text>"))
  }

  @Test func `a trace of states by the calendar begins where it does`() throws {
    let svg = chart(states(from: 1_800_000_000), of: .state)
    let level = try longest("level", in: svg)
    // Six seconds fill the width: most of it would be one step else.
    #expect(Set(level.map { $0.x.rounded() }).count > 10)
    #expect(svg.contains("6 s"))
  }

  private func samples(unlit: Double, lit: Double) -> [(Double, Double)] {
    (0..<300).map { index in
      let time = Double(index) / 50
      let past = Self.sos.filter { $0 <= time }.count
      // A little unevenness, as of any sensor.
      return (time, (past % 2 == 1 ? lit : unlit) * (1 + Double(index * 7919 % 13) / 2000))
    }
  }

  @Test(arguments: [(100.0, 104.0), (100, 160), (60, 240), (1, 900), (0.001, 4000)])
  func `the level's axis has round figures, none upon another`(unlit: Double, lit: Double) throws {
    let svg = chart(samples(unlit: unlit, lit: lit), of: .luma)
    let pattern = /<text class="axis[^"]*" x="58" y="([0-9.]+)" text-anchor="end">([^<]+)</
    let figures = svg.matches(of: pattern).compactMap { match in
      Double(match.output.1).map { (y: $0, text: String(match.output.2)) }
    }.filter { $0.text != "WPM" }
    // The last two are of the speed.
    let levels = figures.dropLast(2)
    // The ambient's and the threshold's at least.
    #expect(levels.count >= 2, "\(figures)")
    #expect(levels.contains { $0.text == "100" })
    for (index, one) in levels.enumerated() {
      for other in levels.dropFirst(index + 1) { #expect(abs(one.y - other.y) >= 11) }
    }
    #expect(levels.allSatisfy { $0.text.count <= 6 })
  }

  @Test func `a long name keeps the end that tells files apart, and no line's end`() {
    let name = String(repeating: "recordings\n/", count: 30) + "the last one.csv"
    let svg = chart(samples(unlit: 60, lit: 240), of: .luma, name: name)
    let title = svg.firstMatch(of: /class="title"[^>]*>([^<]*)</).map { String($0.output.1) }
    #expect(title?.hasPrefix("\u{2026}") == true)
    #expect(title?.hasSuffix("/the last one.csv") == true)
    #expect((title?.count ?? 0) < 130 && title?.contains("\n") == false)
  }

  @Test func `steps of the axis are round and leave room for their figures`() {
    #expect(ChartRow.roundStep(spanning: 85...315, on: 84) == 100)
    #expect(ChartRow.roundStep(spanning: 99.5...100.5, on: 84) == 0.5)
    #expect(ChartRow.roundStep(spanning: 0...1000, on: 48) == 500)
    #expect(ChartRow.roundStep(spanning: 0...0, on: 48) == 1)
  }
}
