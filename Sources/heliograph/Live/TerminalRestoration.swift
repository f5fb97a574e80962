import Foundation

/// Brings the terminal back to what it was, even from a signal handler.
///
/// A handler can be given nothing: what it needs is global, written before the handlers are
/// set and not changed until they are taken away.
enum TerminalRestoration {
  nonisolated(unsafe) private static var before = termios()
  nonisolated(unsafe) private static var isActive = false
  nonisolated(unsafe) private static var reset: [UInt8] = []

  /// Signals that end a program which does not handle them. SIGINT, SIGTERM and SIGHUP are the
  /// command's.
  private static let signals = [SIGQUIT, SIGABRT, SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP]

  /// Makes keys come one by one and unseen; false where the terminal refuses.
  static func begin() -> Bool {
    guard !isActive, tcgetattr(STDERR_FILENO, &before) == 0 else { return false }
    var raw = before
    // The keys that send signals stay; but one that stops the program would leave it like this.
    raw.c_lflag &= ~tcflag_t(ICANON | ECHO)
    withUnsafeMutableBytes(of: &raw.c_cc) { $0[Int(VSUSP)] = 0 }
    guard tcsetattr(STDERR_FILENO, TCSANOW, &raw) == 0 else { return false }
    reset = Array(TerminalScreen.reset.utf8)
    isActive = true
    for number in signals {
      signal(number) { @Sendable number in
        TerminalRestoration.putBack()
        signal(number, SIG_DFL)
        raise(number)
      }
    }
    return true
  }

  /// After the view was cleared.
  static func end() {
    guard isActive else { return }
    for number in signals { signal(number, SIG_DFL) }
    isActive = false
    tcsetattr(STDERR_FILENO, TCSADRAIN, &before)
  }

  /// Calls nothing but what a signal handler may (signal-safety(7)).
  private static func putBack() {
    guard isActive else { return }
    reset.withUnsafeBytes { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
    tcsetattr(STDERR_FILENO, TCSANOW, &before)
  }
}
