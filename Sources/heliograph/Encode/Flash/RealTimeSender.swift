import Foundation
import MorseCode

/// Keys a light in real time.
struct RealTimeSender {
  let events: [KeyEvent]
  /// Seconds of darkness before the first event, and after the last.
  let lead: Double
  let tail: Double

  /// Sends to the end, or until the program is asked to end; then the light is as it was before.
  func send(with light: some SwitchableLight) throws(Fault) {
    Interruption.watch()
    RealTimeSender.admitSignals()
    defer { light.restore() }
    let start = RealTimeSender.now()
    try light.set(lit: false)
    for event in events {
      guard RealTimeSender.sleep(until: start + lead + event.time) else { return }
      try light.set(lit: event.isDown)
    }
    _ = RealTimeSender.sleep(until: start + lead + (events.last?.time ?? 0) + tail)
  }

  /// Whoever started the program may have had these blocked, and the block is inherited.
  private static func admitSignals() {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGINT)
    sigaddset(&signals, SIGTERM)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }

  /// Seconds of a clock that is never set.
  private static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }

  /// Whether that moment was reached; false where the program was asked to end before.
  ///
  /// It sleeps to a moment, not for a while, so that delays do not add up.
  private static func sleep(until moment: Double) -> Bool {
    var time = timespec()
    time.tv_sec = Int(moment.rounded(.down))
    time.tv_nsec = Int((moment - moment.rounded(.down)) * 1e9)
    while !Interruption.isRequested {
      let result = clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, nil)
      if result != EINTR { return true }
    }
    return false
  }
}
