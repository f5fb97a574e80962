import Camera
import Foundation
import Synchronization

/// SIGINT, SIGTERM and SIGHUP: what was received is flushed, then the program ends with 0.
enum Interruption {
  private static let flag = Atomic<Bool>(false)

  /// Ends a wait for a camera. Made before the first signal can come: a handler may not.
  static let wait = CameraInterruption()

  /// Whether somebody asked the program to end.
  static var isRequested: Bool { flag.load(ordering: .relaxed) }

  /// Takes notice from here on. A blocked read returns (no SA_RESTART), so that its loop can look.
  static func watch() {
    _ = wait
    for signal in [SIGINT, SIGTERM, SIGHUP] {
      var action = sigaction()
      // nohup's child is to outlive its terminal.
      if signal == SIGHUP, sigaction(signal, nil, &action) == 0, isIgnored(action) { continue }
      action.__sigaction_handler.sa_handler = { @Sendable _ in
        Interruption.flag.store(true, ordering: .relaxed)
        Interruption.wait.interrupt()
      }
      sigaction(signal, &action, nil)
    }
    // Whoever started the program may have blocked them.
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGINT)
    sigaddset(&signals, SIGTERM)
    sigaddset(&signals, SIGHUP)
    sigprocmask(SIG_UNBLOCK, &signals, nil)
  }

  private static func isIgnored(_ action: sigaction) -> Bool {
    // Handlers cannot be compared but by their addresses.
    unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
      == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  /// A reader that went away is told by the write that fails, not by a signal that kills.
  static func ignoreBrokenPipes() {
    signal(SIGPIPE, SIG_IGN)
  }
}
