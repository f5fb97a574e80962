import Foundation
import Receiver

/// The line on a terminal that says how far the decoding is; drawn anew in its place.
struct ProgressLine {
  private let start: Double
  private var isShown = false
  private var lastDrawn = -Double.infinity

  /// Seconds before it appears: what is done by then needs none.
  private static let patience = 1.0
  private static let interval = 0.2

  /// nil where standard error is no terminal, cannot move its cursor, or belongs to somebody else.
  init?() {
    guard isatty(STDERR_FILENO) == 1, tcgetpgrp(STDERR_FILENO) == getpgrp(),
      let kind = ProcessInfo.processInfo.environment["TERM"], kind != "dumb"
    else { return nil }
    start = Self.now
  }

  mutating func draw(_ position: ProgressBoard.Position) {
    let now = Self.now
    guard now - start >= Self.patience, now - lastDrawn >= Self.interval else { return }
    lastDrawn = now
    isShown = true
    var size = winsize()
    let columns =
      ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 1
      ? Int(size.ws_col) : 80
    let text = Self.text(position, elapsed: now - start, columns: columns - 1)
    // ECMA-48: to the line's begin; erase to its end.
    Self.write("\r\(text)\u{1B}[K")
  }

  /// Takes it away, so that something else can be written there.
  mutating func clear() {
    guard isShown else { return }
    isShown = false
    Self.write("\r\u{1B}[K")
  }

  /// Position, speed as a multiple of real time, time remaining.
  static func text(_ position: ProgressBoard.Position, elapsed: Double, columns: Int) -> String {
    var parts: [String] = []
    if position.count == 1 {
      let length = position.length.map { " of \(clock($0))" } ?? ""
      parts.append(clock(position.time) + length)
    } else {
      parts.append("\(position.done) of \(position.count) recordings")
    }
    if let part = position.part { parts.append("\(Int(100 * part)) %") }
    let speed = position.decoded / max(elapsed, 1e-3)
    parts.append(speed < 10 ? "\((speed * 10).rounded() / 10)x" : "\(Int(speed.rounded()))x")
    if position.isSeen {
      parts.append("now reading its text")
    } else if let part = position.part, part > 0.005 {
      parts.append("\(clock((elapsed * (1 - part) / part).rounded(.up))) left")
    }
    let figures = parts.joined(separator: "  ")
    let room = columns - figures.count - 2
    guard let name = position.name.map({ PlainName.text($0) }), room > 8 else {
      return String(figures.prefix(max(0, columns)))
    }
    let shown = name.count <= room ? name : "..." + name.suffix(room - 3)
    return shown + "  " + figures
  }

  /// `1:07`, `1:02:07`.
  static func clock(_ seconds: Double) -> String {
    let whole = Int(min(max(0, seconds), 1e9))
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let minutes = whole / 60
    return minutes < 60
      ? "\(minutes):\(two(whole % 60))"
      : "\(minutes / 60):\(two(minutes % 60)):\(two(whole % 60))"
  }

  private static func write(_ text: String) {
    // A terminal that is gone needs no progress.
    try? Descriptor(number: STDERR_FILENO, name: "the terminal").write(text)
  }

  private static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}
