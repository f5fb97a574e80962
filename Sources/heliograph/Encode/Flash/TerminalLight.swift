import Foundation

/// The whole terminal, white or black.
///
/// It draws on the terminal itself: standard output stays free for what it is for.
final class TerminalLight: SwitchableLight {
  private let terminal: Int32

  // ECMA-48 and xterm's control sequences: the other screen, so that the text comes back; no
  // cursor; a background colour; clear with it.
  private static let enter = "\u{1B}[?1049h\u{1B}[?25l"
  private static let white = "\u{1B}[48;2;255;255;255m\u{1B}[107m\u{1B}[2J"
  private static let black = "\u{1B}[48;2;0;0;0m\u{1B}[40m\u{1B}[2J"
  private static let leave = "\u{1B}[0m\u{1B}[?25h\u{1B}[?1049l"

  init() throws(Fault) {
    terminal = open("/dev/tty", O_WRONLY | O_NOCTTY | O_CLOEXEC)
    guard terminal >= 0 else {
      throw Fault(
        .unavailable, "screen: there is no terminal to flash; run it in one, or use led:NAME")
    }
    try write(TerminalLight.enter)
  }

  deinit { close(terminal) }

  func set(lit: Bool) throws(Fault) {
    try write(lit ? TerminalLight.white : TerminalLight.black)
  }

  func restore() {
    // A terminal that is gone needs no restoring.
    try? write(TerminalLight.leave)
  }

  private func write(_ sequence: String) throws(Fault) {
    var bytes = Array(sequence.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Foundation.write(terminal, $0.baseAddress, $0.count) }
      if count >= 0 {
        bytes = bytes.dropFirst(count)
      } else if errno != EINTR {
        throw Fault(
          .inputOutput, "screen: cannot be written: \(String(cString: strerror(errno)))")
      }
    }
  }
}
