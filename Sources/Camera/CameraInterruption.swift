import CVideo4Linux
import Glibc

/// Ends a wait for a camera from another thread, or from a signal handler.
public final class CameraInterruption: Sendable {
  /// Readable while interrupted; -1 where the system gave none.
  let descriptor: Int32
  private let writing: Int32

  public init() {
    var ends: [Int32] = [-1, -1]
    _ = pipe(&ends)
    (descriptor, writing) = (ends[0], ends[1])
    for end in ends where end >= 0 {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
  }

  deinit {
    if descriptor >= 0 { Glibc.close(descriptor) }
    if writing >= 0 { Glibc.close(writing) }
  }

  /// Every wait ends at once with `interrupted`, this one and later ones, until `clear()`.
  public func interrupt() {
    var byte: UInt8 = 1
    _ = write(writing, &byte, 1)
  }

  public func clear() {
    var bytes = [UInt8](repeating: 0, count: 64)
    while read(descriptor, &bytes, bytes.count) > 0 {}
  }

  /// Waits for `seconds`; true when interrupted.
  public func wait(seconds: Double) -> Bool {
    CameraInterruption.poll([descriptor], seconds: seconds)[0]
  }

  /// Which of the descriptors have something to say, within `seconds`. Negative ones never have.
  static func poll(_ descriptors: [Int32], seconds: Double) -> [Bool] {
    var entries = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    let end = MonotonicClock.now + max(seconds, 0)
    while true {
      let rest = min(max(end - MonotonicClock.now, 0), 1e6)
      let count = Glibc.poll(&entries, nfds_t(entries.count), Int32((rest * 1000).rounded(.up)))
      if count >= 0 || errno != EINTR { return entries.map { $0.revents != 0 } }
    }
  }
}
