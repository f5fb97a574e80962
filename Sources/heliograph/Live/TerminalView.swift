import Foundation

/// Renders the state of a live receiver into lines: a pure value.
///
/// What does not fit is left out, the least important first: the map, the keys, the camera.
struct TerminalView: Hashable {
  var state: TerminalViewState

  /// Rows beyond which the view only takes room from the text.
  private static let tallest = 16
  private static let mapRows = 3...9

  /// At most `height` lines of at most `width` columns.
  func lines(width: Int, height: Int) -> [String] {
    let room = min(height, TerminalView.tallest)
    guard width >= 10, room >= 1 else { return [] }
    var lines = [status(width)]
    if room >= 2 {
      lines.append(
        TerminalViewMeter(level: state.level, threshold: state.threshold).line(width: width))
    }
    if room >= 3 { lines.append(text(width)) }
    if room >= 4 { lines.insert(camera(width), at: 0) }
    if room >= 5 { lines.append(footer(width)) }
    let left = room - lines.count
    if let map = state.map, left >= TerminalView.mapRows.lowerBound {
      let rows = min(left, TerminalView.mapRows.upperBound)
      // A character is about twice as high as wide; pictures are about 4 to 3.
      let columns = min(width, rows * 8 / 3)
      lines.insert(contentsOf: map.lines(width: columns, height: rows), at: lines.count - 2)
    }
    return lines
  }

  private func camera(_ width: Int) -> String {
    let rate = state.frameRate.map { String(format: "%.1f frames a second", $0) } ?? "no frames yet"
    let losses = [("missed", state.missed), ("damaged", state.damaged), ("late", state.late)]
      .filter { $0.1 > 0 }.map { "\($0.1) \($0.0)" }
    return TerminalStyle.cut(
      ([rate] + losses + [state.camera]).joined(separator: ", "), to: width)
  }

  private func status(_ width: Int) -> String {
    let level = state.level.map { String(format: "%.1f", $0) } ?? "-"
    let threshold = state.threshold.map { String(format: "%.1f", $0) } ?? "-"
    let wpm = state.wpm.map { String(format: "%.0f WPM", $0) } ?? "- WPM"
    let light = state.isOn ? " ON  " : " off "
    let rest = TerminalStyle.cut(
      " \(wpm)  level \(level)  threshold \(threshold)  sensitivity \(state.sensitivity)",
      to: width - light.count)
    return (state.isOn ? TerminalStyle.lit.apply(light) : light) + rest
  }

  /// The end of the text, what is not certain dimmed.
  private func text(_ width: Int) -> String {
    let provisional = TerminalStyle.cut(state.provisional, to: width)
    var left = width - TerminalStyle.width(provisional)
    var shown: [Character] = []
    for character in state.text.reversed() {
      let visible: Character = character.isNewline ? " " : character
      left -= TerminalStyle.width(String(visible))
      if left < 0 { break }
      shown.append(visible)
    }
    return String(shown.reversed()) + TerminalStyle.dim.apply(provisional)
  }

  private func footer(_ width: Int) -> String {
    guard let note = state.note else {
      return TerminalStyle.dim.apply(
        TerminalStyle.cut("+ - sensitivity   r recalibrate   q quit", to: width))
    }
    return TerminalStyle.warning.apply(TerminalStyle.cut(note, to: width))
  }
}
