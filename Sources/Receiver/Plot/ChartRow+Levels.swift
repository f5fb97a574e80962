import Foundation

extension ChartRow {
  /// Pixels that a figure at the axis takes, one above the other.
  private static let figureHeight = 11.0

  /// The level's axis: the ambient and the threshold have their figures first, then round levels at
  /// lines of the grid where there is room left.
  func drawLevels(_ span: ClosedRange<Double>, _ top: Double, _ svg: inout SVGText) {
    var taken: [Double] = []
    func figure(_ text: String, at level: Double, kind: String) {
      let height = y(level, top)
      guard levels.contains(level), taken.allSatisfy({ abs($0 - height) >= Self.figureHeight })
      else { return }
      taken.append(height)
      svg.label(text, x: ChartScale.left - 6, y: height + 3.5, kind: kind, anchor: .end)
    }
    if strip.isKeyed {
      figure("off", at: 100, kind: "axis")
      figure("on", at: 200, kind: "axis")
      return
    }
    figure("100", at: 100, kind: "axis")
    if let last = strip.threshold.last, span.lowerBound < last.time,
      let level = threshold(at: max(span.lowerBound, strip.threshold[0].time))
    {
      figure(
        Self.figure(level, digits: level < 110 ? 1 : 0), at: level, kind: "axis threshold-figure")
    }
    let step = Self.roundStep(spanning: levels, on: heights.level)
    let first = (levels.lowerBound / step).rounded(.up)
    let last = (levels.upperBound / step).rounded(.down)
    guard step > 0, last >= first, last - first < 100, max(abs(first), abs(last)) < 1e9 else {
      return
    }
    for number in Int(first)...Int(last) {
      let level = Double(number) * step
      let height = y(level, top)
      svg.line(
        x1: ChartScale.left, y1: height, x2: ChartScale.left + ChartScale.width, y2: height,
        kind: "minor")
      figure(Self.figure(level, digits: step < 1 ? 1 : 0), at: level, kind: "axis")
    }
  }

  /// Six signs fit beside the axis: a lamp in the dark may be a million times as bright as the ambient.
  private static func figure(_ level: Double, digits: Int) -> String {
    switch abs(level) {
    case ..<1e5: Figure.text(level, digits: digits)
    case ..<1e8: Figure.text(level / 1e3, digits: 0) + "k"
    case ..<1e11: Figure.text(level / 1e6, digits: 0) + "M"
    default: String(format: "%.0e", level)
    }
  }

  /// 1, 2 or 5 times a power of ten, such that lines are two figures apart at least.
  static func roundStep(spanning levels: ClosedRange<Double>, on height: Double) -> Double {
    let least = (levels.upperBound - levels.lowerBound) * 2 * figureHeight / max(height, 1)
    guard least.isFinite, least > 0 else { return 1 }
    let power = pow(10, log10(least).rounded(.down))
    return power * ([1, 2, 5].first { $0 * power >= least * (1 - 1e-9) } ?? 10)
  }
}
