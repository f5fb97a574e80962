/// How time is laid out: rows of equal length, one below the other.
struct ChartScale: Sendable {
  /// Pixels.
  static let left = 64.0
  static let width = 1500.0

  let start: Double
  let rowSeconds: Double
  let rows: Int
  /// Seconds between labelled grid lines, and between all grid lines.
  let majorStep: Double
  let minorStep: Double

  /// Lengths of a row and steps that people count in.
  private static let lengths = [
    0.5, 1, 2, 5, 10, 15, 20, 30, 45, 60, 90, 120, 180, 300, 600, 1200, 1800, 3600,
  ]
  private static let steps = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 120, 300, 600]
  /// A dot is to be so many pixels wide at least: a letter has room for its sign then.
  private static let dotWidth = 2.2
  /// Beyond so many rows nobody scrolls: they become longer.
  private static let mostRows = 160.0

  /// `dot`: the usual length of a dot in seconds, where something was read.
  init(from start: Double, to end: Double, dot: Double?) {
    self.start = start
    let total = max(end - start, 0.1)
    let readable = dot.map { Self.width * $0 / Self.dotWidth } ?? 60
    let wanted = max(readable, total / Self.mostRows)
    let longest = Self.lengths.last { $0 <= wanted } ?? wanted
    let needed = max(longest, total / Self.mostRows)
    rowSeconds = total <= 1.2 * needed ? total : needed
    rows = max(1, Int((total / rowSeconds - 1e-6).rounded(.up)))
    let perPixel = rowSeconds / Self.width
    let major = Self.steps.first { $0 >= 90 * perPixel } ?? 1200
    majorStep = major
    minorStep = Self.steps.last { $0 <= major / 4 && $0 >= 12 * perPixel } ?? major / 2
  }

  /// Seconds that a row covers.
  func span(of row: Int) -> ClosedRange<Double> {
    let begin = start + Double(row) * rowSeconds
    return begin...begin + rowSeconds
  }

  func x(_ time: Double, row: Int) -> Double {
    let part = (time - span(of: row).lowerBound) / rowSeconds
    return Self.left + min(max(part, 0), 1) * Self.width
  }

  /// Times of the grid lines in a row.
  func ticks(row: Int, step: Double) -> [Double] {
    let span = span(of: row)
    let first = ((span.lowerBound - start) / step - 1e-6).rounded(.up)
    let last = ((span.upperBound - start) / step + 1e-6).rounded(.down)
    guard last >= first, last - first < 10_000 else { return [] }
    return (Int(first)...Int(last)).map { start + Double($0) * step }
  }

  /// `7.5 s`, `1:07`, `1:02:07`.
  func clock(_ time: Double) -> String {
    let whole = Int(time.rounded(.down))
    let isFine = majorStep < 1
    guard whole >= 60 || (!isFine && rows > 1) else {
      return Figure.text(time, digits: 2) + " s"
    }
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let part = isFine ? String(Figure.text(time - Double(whole), digits: 2).dropFirst()) : ""
    let minutes = whole / 60
    let seconds = two(whole % 60) + part
    return minutes < 60
      ? "\(minutes):\(seconds)" : "\(minutes / 60):\(two(minutes % 60)):\(seconds)"
  }
}
