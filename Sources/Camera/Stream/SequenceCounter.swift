/// Counts the pictures that the driver took but did not deliver, by the gaps in their numbers.
struct SequenceCounter: Sendable {
  private var last: UInt32?

  /// How many are missing before this one. A number that goes back (a stream begun anew) or
  /// stands still (a driver that does not count) says nothing.
  mutating func missing(before number: UInt32) -> Int {
    defer { last = number }
    guard let last else { return 0 }
    let step = number &- last
    // Above half of the range it went backwards.
    return step > 0 && step < UInt32.max / 2 ? Int(step) - 1 : 0
  }
}
