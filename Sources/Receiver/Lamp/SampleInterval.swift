/// The usual time between samples, a few that were lost notwithstanding.
struct SampleInterval: Sendable {
  private var last: Double?
  /// Seconds; 0 before there are two samples.
  private(set) var usual = 0.0

  /// Follows the median: each interval moves it by a fiftieth at most.
  mutating func consume(_ time: Double) {
    defer { last = time }
    guard let last, time > last else { return }
    let interval = time - last
    usual = usual == 0 ? interval : min(max(interval, 0.98 * usual), 1.02 * usual)
  }
}
