import Photometry

/// Keeps of many samples what a chart can show: in every fiftieth of a second the one that differs
/// most from the one before, so that no flash is lost.
struct LevelThinner: Sendable {
  /// Seconds: a pixel of a chart of twenty seconds a thousand pixels wide.
  private static let interval = 0.02

  private var begin = -Double.infinity
  private var pending: LevelPoint?
  private var last = 100.0

  init() {}

  mutating func consume(_ samples: [LightSample], offset: Double) -> [LevelPoint] {
    var kept: [LevelPoint] = []
    for sample in samples {
      let point = LevelPoint(time: sample.time + offset, level: sample.level)
      if point.time - begin >= Self.interval || point.time < begin {
        if let pending {
          kept.append(pending)
          last = pending.level
        }
        pending = point
        begin = point.time
      } else if let chosen = pending, abs(point.level - last) > abs(chosen.level - last) {
        pending = point
      }
    }
    return kept
  }
}

/// A lamp's level at a time.
public struct LevelPoint: Hashable, Sendable {
  /// Unix seconds.
  public var time: Double
  /// The ambient is 100.
  public var level: Double

  public init(time: Double, level: Double) {
    self.time = time
    self.level = level
  }
}
