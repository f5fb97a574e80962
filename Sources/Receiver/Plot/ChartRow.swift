import MorseCode

/// Draws one row of one strip: level, elements, letters and speed below each other.
struct ChartRow {
  /// Heights in pixels.
  struct Heights {
    var level: Double
    var elements = 11.0
    var letters = 22.0
    var speed: Double
    var gap = 10.0

    /// Rows are lower where there are many.
    init(rows: Int) {
      level = rows > 12 ? 48 : 84
      speed = rows > 12 ? 18 : 30
    }

    var total: Double { level + elements + letters + speed + gap }
  }

  let strip: ChartStrip
  let scale: ChartScale
  let heights: Heights
  /// Levels that the axis spans, and words a minute.
  let levels: ClosedRange<Double>
  let speeds: ClosedRange<Double>

  init(_ strip: ChartStrip, _ scale: ChartScale, _ heights: Heights) {
    self.strip = strip
    self.scale = scale
    self.heights = heights
    levels = strip.range
    let found = strip.characters.map(\.wpm).filter { $0.isFinite && $0 > 0 }
    let low = found.min() ?? 10
    let high = found.max() ?? 20
    // A steady hand's line is to look steady: a quarter of the speed at least.
    let margin = max(0.1 * (high - low), 0.125 * (high + low) / 2)
    // Whole numbers stand at the axis.
    speeds = max(0, (low - margin).rounded(.down))...(high + margin).rounded(.up)
  }

  func draw(row: Int, top: Double, into svg: inout SVGText) {
    let span = scale.span(of: row)
    let bottom = top + heights.level
    svg.rectangle(
      x: ChartScale.left, y: top, width: ChartScale.width, height: heights.level, kind: "panel")
    drawLight(row, span, top, &svg)
    drawGrid(row, top, &svg)
    drawLevels(span, top, &svg)
    drawThreshold(row, span, top, &svg)
    svg.path(points(row, span, top), kind: strip.isReceived ? "level" : "level unread")
    drawCharacters(row, span, bottom, &svg)
  }

  func y(_ level: Double, _ top: Double) -> Double {
    let part = (level - levels.lowerBound) / (levels.upperBound - levels.lowerBound)
    return top + heights.level * (1 - min(max(part, 0), 1))
  }

  private func drawLight(
    _ row: Int, _ span: ClosedRange<Double>, _ top: Double, _ svg: inout SVGText
  ) {
    let lane = top + heights.level + 3
    for lit in strip.lit where lit.overlaps(span) {
      let from = scale.x(lit.lowerBound, row: row)
      let width = max(scale.x(lit.upperBound, row: row) - from, 0.8)
      svg.rectangle(x: from, y: top, width: width, height: heights.level, kind: "lit")
      let middle = (lit.lowerBound + lit.upperBound) / 2
      let isRead = strip.characters.contains {
        !$0.code.isEmpty && $0.time <= middle && middle <= $0.time + $0.duration
      }
      svg.rectangle(
        x: from, y: lane, width: width, height: 6, kind: isRead ? "element" : "element unread",
        round: 1.5)
    }
  }

  private func drawGrid(_ row: Int, _ top: Double, _ svg: inout SVGText) {
    let bottom = top + heights.total - heights.gap
    for time in scale.ticks(row: row, step: scale.minorStep) {
      let x = scale.x(time, row: row)
      svg.line(x1: x, y1: top, x2: x, y2: top + heights.level, kind: "minor")
    }
    for time in scale.ticks(row: row, step: scale.majorStep) {
      let x = scale.x(time, row: row)
      svg.line(x1: x, y1: top, x2: x, y2: bottom, kind: "major")
    }
    let ambient = y(100, top)
    svg.line(
      x1: ChartScale.left, y1: ambient, x2: ChartScale.left + ChartScale.width, y2: ambient,
      kind: "ambient")
  }

  private func drawThreshold(
    _ row: Int, _ span: ClosedRange<Double>, _ top: Double, _ svg: inout SVGText
  ) {
    guard let first = strip.threshold.first, let last = strip.threshold.last else { return }
    let begin = max(first.time, span.lowerBound)
    let end = min(last.time, span.upperBound)
    guard begin < end, let left = threshold(at: begin), let right = threshold(at: end) else {
      return
    }
    let inner = strip.threshold.filter { $0.time > begin && $0.time < end }
    let all = [(time: begin, level: left)] + inner + [(time: end, level: right)]
    svg.path(all.map { (scale.x($0.time, row: row), y($0.level, top)) }, kind: "threshold")
  }

  /// The threshold at `time`; nil where none is drawn.
  func threshold(at time: Double) -> Double? {
    guard let first = strip.threshold.first, let last = strip.threshold.last else { return nil }
    guard let next = strip.threshold.firstIndex(where: { $0.time > time }) else {
      return last.level
    }
    guard next > 0 else { return first.level }
    let (before, after) = (strip.threshold[next - 1], strip.threshold[next])
    let part = (time - before.time) / (after.time - before.time)
    return before.level + part * (after.level - before.level)
  }

  /// The trace in a row: where there are several samples a pixel, the least and the most of each.
  private func points(
    _ row: Int, _ span: ClosedRange<Double>, _ top: Double
  ) -> [(x: Double, y: Double)] {
    let margin = scale.rowSeconds / ChartScale.width
    var low = strip.trace.partition { $0.time >= span.lowerBound - margin }
    low = max(0, low - 1)
    let high = strip.trace.partition { $0.time > span.upperBound + margin }
    guard low < high else { return [] }
    let samples = strip.trace[low..<min(high + 1, strip.trace.count)]
      .filter { $0.time <= span.upperBound }
    let all = samples.map { (x: scale.x($0.time, row: row), y: y($0.level, top)) }
    guard Double(all.count) > 2.5 * ChartScale.width else { return Self.withoutIdle(all) }
    var thinned: [(x: Double, y: Double)] = []
    var index = 0
    while index < all.count {
      let column = all[index].x.rounded(.down)
      var (least, most) = (all[index].y, all[index].y)
      while index < all.count, all[index].x.rounded(.down) == column {
        least = min(least, all[index].y)
        most = max(most, all[index].y)
        index += 1
      }
      thinned.append((column, least))
      if most > least { thinned.append((column + 0.5, most)) }
    }
    return Self.withoutIdle(thinned)
  }

  /// Without the points between two of the same height: a lamp is dark for most of an hour.
  private static func withoutIdle(_ points: [(x: Double, y: Double)]) -> [(x: Double, y: Double)] {
    points.indices.compactMap { index in
      guard index > 0, index + 1 < points.count else { return points[index] }
      let y = points[index].y
      // A fifth of a pixel is not seen.
      let isIdle = abs(points[index - 1].y - y) < 0.2 && abs(points[index + 1].y - y) < 0.2
      return isIdle ? nil : points[index]
    }
  }
}

extension Array {
  /// The first index at which a condition, once true always true, is true (a binary search).
  func partition(where isAfter: (Element) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if isAfter(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
