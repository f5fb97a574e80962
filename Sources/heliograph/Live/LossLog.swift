import Camera

/// Counts frames that were lost, and says so at most every ten seconds.
struct LossLog {
  private(set) var total = Losses()
  private var unsaid = Losses()
  private var lastSaid = -Double.infinity

  /// Adds `losses`, seen at `time` (seconds); what is to be said, if anything.
  mutating func count(_ losses: Losses, at time: Double) -> String? {
    guard losses.total > 0 else { return nil }
    total = total + losses
    unsaid = unsaid + losses
    guard time - lastSaid >= 10 else { return nil }
    defer {
      lastSaid = time
      unsaid = Losses()
    }
    let parts = [
      (unsaid.missed, "not delivered by the camera"), (unsaid.damaged, "damaged"),
      (unsaid.late, "late and dropped"),
    ]
    let said = parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
    return "frames lost: \(said); decoding goes on with true times"
  }
}
