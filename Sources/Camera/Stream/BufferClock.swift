/// Brings the times that a driver stamps on its buffers to the monotonic clock.
///
/// A stamp may be on that clock, on another, run ahead of the delivery, or mean nothing. What can be
/// relied on is that no picture arrives before it was taken, and that the quickest deliveries
/// take nearly the same time. So the offset between the clocks is the least (arrival - stamp)
/// so far. A stamp on the monotonic clock is taken as it is, unless it lies in the future.
///
/// A pure state machine: both times are passed in, in seconds.
struct BufferClock: Sendable {
  /// Added to a stamp it gives the monotonic time; nil before the first frame.
  private var offset: Double?
  private var lastStamp = 0.0
  private var lastArrival = 0.0
  private var lastTime = -Double.infinity

  /// Two quartz clocks run apart by up to some 100 parts in a million: the offset may grow so fast.
  private static let drift = 200e-6
  /// Seconds that a picture may take from the sensor to us. More means that the stamp
  /// is not on the monotonic clock: eight buffers of the slowest cameras (5 frames a second).
  private static let longestDelivery = 2.0

  /// The monotonic time of a buffer, later than that of the one before.
  mutating func time(stamp: Double, arrival: Double, isMonotonic: Bool) -> Double {
    let delivery = arrival - stamp
    if isMonotonic, delivery <= BufferClock.longestDelivery, delivery > -1 {
      // Its offset is 0, or what it was found to run ahead by.
      offset = min((offset ?? 0) + BufferClock.drift * max(arrival - lastArrival, 0), delivery, 0)
    } else if let known = offset, isContinued(stamp: stamp, arrival: arrival) {
      offset = min(known + BufferClock.drift * max(arrival - lastArrival, 0), delivery)
    } else {
      offset = delivery
    }
    lastStamp = stamp
    lastArrival = arrival
    // A stamp that stood still, or an offset that fell, must not turn the order about.
    lastTime = max(stamp + (offset ?? 0), lastTime.nextUp)
    return lastTime
  }

  /// Whether the stamps went on since the last buffer about as the arrivals did.
  private func isContinued(stamp: Double, arrival: Double) -> Bool {
    stamp > lastStamp
      && abs((stamp - lastStamp) - (arrival - lastArrival)) < BufferClock.longestDelivery
  }
}
