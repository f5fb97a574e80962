import CVideo4Linux
import Glibc

/// The clock that V4L2 drivers stamp their buffers with.
enum MonotonicClock {
  /// Seconds.
  static var now: Double { read(CLOCK_MONOTONIC) }

  /// What is added to it for Unix seconds, at this moment.
  static var unixOffset: Double {
    let before = now
    let unix = read(CLOCK_REALTIME)
    return unix - (before + now) / 2
  }

  private static func read(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}
