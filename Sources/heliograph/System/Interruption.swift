import Camera
import Foundation
import Synchronization

/// SIGINT and SIGTERM: what was received is flushed, then the program ends with 0.
enum Interruption {
  private static let flag = Atomic<Bool>(false)

  /// Ends a wait for a camera. Made before the first signal can come: a handler may not.
  static let wait = CameraInterruption()

  /// Whether somebody asked the program to end.
  static var isRequested: Bool { flag.load(ordering: .relaxed) }

  /// Takes notice from here on. A blocked read returns (no SA_RESTART), so that its loop can look.
  static func watch() {
    _ = wait
    for signal in [SIGINT, SIGTERM] {
      var action = sigaction()
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
    sigprocmask(SIG_UNBLOCK, &signals, nil)
  }

  /// A reader that went away is told by the write that fails, not by a signal that kills.
  static func ignoreBrokenPipes() {
    signal(SIGPIPE, SIG_IGN)
  }
}
