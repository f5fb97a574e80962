import Camera
import Foundation
import Station

/// Where a station's light comes from: runs on a thread of its own until it is stopped.
protocol StationSource: Sendable {
  /// Ends every wait of `run`.
  var interruption: CameraInterruption { get }
  /// Feeds until the source is over, or stopped.
  func run(until stop: StopSign)
}

/// Tells a source to end.
final class StopSign: Sendable {
  private let interruption: CameraInterruption

  init(_ interruption: CameraInterruption) {
    self.interruption = interruption
  }

  func raise() { interruption.interrupt() }

  /// Whether it was raised within `seconds`.
  func wait(_ seconds: Double = 0) -> Bool { interruption.wait(seconds: max(0, seconds)) }
}

/// A source on its thread.
final class RunningSource: Sendable {
  private let stop: StopSign
  private let ended = DispatchSemaphore(value: 0)

  init(_ source: any StationSource) {
    let stop = StopSign(source.interruption)
    self.stop = stop
    let ended = ended
    let thread = Thread {
      source.run(until: stop)
      ended.signal()
    }
    thread.name = "source"
    thread.start()
  }

  /// Ends the source and waits until what it received is delivered.
  func finish() {
    stop.raise()
    ended.wait()
  }
}
