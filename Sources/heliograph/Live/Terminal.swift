import Foundation
import Synchronization

/// The terminal on standard error: takes it over for the view, and gives it back as it was, on
/// `restore()`, at exit and on the signals that end a program.
final class Terminal: Sendable {
  private let screen = Mutex(TerminalScreen())
  private let isDone = Atomic<Bool>(false)
  private let keys = DispatchSemaphore(value: 0)

  /// nil where standard error is no terminal, or where the program runs in its background.
  init?() {
    guard isatty(STDERR_FILENO) == 1, tcgetpgrp(STDERR_FILENO) == getpgrp(),
      TerminalRestoration.begin()
    else { return nil }
  }

  deinit { restore() }

  /// Columns and rows at this moment; nil where the terminal does not say.
  var size: TerminalScreen.Size? {
    var size = winsize()
    guard ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0
    else { return nil }
    return TerminalScreen.Size(columns: Int(size.ws_col), rows: Int(size.ws_row))
  }

  /// Shows the view at the bottom, in the size that the terminal has now.
  func draw(_ view: TerminalView) {
    guard let size, !isDone.load(ordering: .relaxed) else { return }
    let lines = view.lines(width: size.columns, height: TerminalScreen.room(in: size))
    screen.withLock { Terminal.write($0.draw(lines, size: size)) }
  }

  /// Calls `handle` for every key that means something, on a thread of its own, until `restore()`.
  func watchKeys(_ handle: @escaping @Sendable (TerminalKey) -> Void) {
    let thread = Thread { [weak self] in
      var entry = pollfd(fd: STDERR_FILENO, events: Int16(POLLIN), revents: 0)
      var byte: UInt8 = 0
      while let self, !self.isDone.load(ordering: .relaxed) {
        guard poll(&entry, 1, 100) > 0 else { continue }
        guard read(STDERR_FILENO, &byte, 1) == 1 else { return }
        if let key = TerminalKey(byte) { handle(key) }
      }
    }
    thread.name = "keys"
    thread.start()
  }

  /// Gives the terminal back. Once is enough.
  func restore() {
    guard !isDone.exchange(true, ordering: .relaxed) else { return }
    screen.withLock { Terminal.write($0.finish()) }
    TerminalRestoration.end()
  }

  /// In one piece where the terminal takes it, so that nothing comes between.
  private static func write(_ text: String) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes {
        Foundation.write(STDERR_FILENO, $0.baseAddress, $0.count)
      }
      if count > 0 {
        bytes = bytes.dropFirst(count)
      } else if errno != EINTR {
        return
      }
    }
  }
}
