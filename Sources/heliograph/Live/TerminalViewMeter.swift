import Foundation

/// The level on a bar, with the ambient and the threshold marked.
struct TerminalViewMeter: Hashable {
  var level: Double?
  var threshold: Double?

  /// The bar's ends, on the scale on which the ambient is 100: near it where that is enough.
  private var ends: ClosedRange<Double> {
    let highest = max(level ?? 100, threshold ?? 100)
    return 80...([120, 160, 320, 1000, 10_000].first { highest <= $0 } ?? 100_000)
  }

  /// "[====|===       ] 80 to 160": full up to the level, `|` at the ambient, `!` at the threshold.
  func line(width: Int) -> String {
    let scale = " \(Int(ends.lowerBound)) to \(Int(ends.upperBound))"
    let columns = width - scale.count - 2
    guard columns > 0 else { return "" }
    let filled = level.map { column($0, of: columns) } ?? -1
    var bar = (0..<columns).map { $0 <= filled ? "=" : " " }
    bar[column(100, of: columns)] = "|"
    if let threshold { bar[column(threshold, of: columns)] = "!" }
    return "[\(bar.joined())]\(scale)"
  }

  /// On a logarithmic scale: light spans decades.
  private func column(_ level: Double, of columns: Int) -> Int {
    guard level.isFinite, level > 0 else { return 0 }
    let part = log(level / ends.lowerBound) / log(ends.upperBound / ends.lowerBound)
    return Int(max(0, min(part, 1)) * Double(columns - 1) + 0.5)
  }
}
