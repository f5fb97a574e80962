import Foundation

/// Held while a service writes a history, so that no second one does.
final class HistoryLock: Sendable {
  private let descriptor: Int32

  init(path: String) throws {
    descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw POSIXError(POSIXError.Code(rawValue: errno) ?? .EIO) }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      Foundation.close(descriptor)
      throw StationError(
        code: .historyInUse,
        message: "\(path): another heliograph writes this history; name another with --history")
    }
  }

  /// Lets another service write.
  func release() { flock(descriptor, LOCK_UN) }

  deinit { Foundation.close(descriptor) }
}
