/// When the key moved between two samples, as far as the samples tell.
struct Edge: Hashable, Sendable {
  /// Seconds.
  var time: Double
  /// Square seconds.
  var variance: Double
}

/// The part of the time between samples for which the shutter is open, learnt from the edges: the
/// longer it is, the more samples lie between dark and lit, and the better these tell the edges' times.
struct ShutterEstimate: Sendable {
  private static let parts = [0.05, 0.2, 0.4, 0.6, 0.8, 1.0]
  /// Cameras are not linear in light, and the levels are not exactly known: what that adds to the noise
  /// of a sample that is lit for a part.
  private static let unevenness = 0.08
  /// Points at which an edge is tried.
  private static let points = 16

  /// log of the likelihood of all edges so far under each part; half of the time is the most usual.
  private var logLikelihood = [-2.0, -1, 0, 0, -1, -2]
  private let told: Double?
  private(set) var part = 0.5

  /// `part`: where it is known.
  init(part: Double? = nil) {
    told = part.map { min(1, max(0.02, $0)) }
    self.part = told ?? 0.5
  }

  /// A sample on one side of an edge: its middle, and how far the key was down.
  struct Side {
    var time: Double
    var down: Double
    var deviation: Double
  }

  /// The edge between two samples of different state, and what is learnt from it.
  mutating func consume(_ before: Side, _ after: Side, rises: Bool, frame: Double) -> Edge {
    if told == nil {
      var best = -Double.infinity
      for (index, part) in Self.parts.enumerated() {
        logLikelihood[index] += Self.fit(before, after, rises, open: part * frame).logLikelihood
        if logLikelihood[index] > best {
          best = logLikelihood[index]
          self.part = part
        }
      }
    }
    return Self.fit(before, after, rises, open: part * frame).edge
  }

  /// The edge's time is uniform beforehand; each sample then says how much of its exposure was lit.
  private static func fit(_ before: Side, _ after: Side, _ rises: Bool, open: Double) -> (
    edge: Edge, logLikelihood: Double
  ) {
    let begin = before.time - open / 2
    let length = after.time + open / 2 - begin
    let (first, second) = (weight(before), weight(after))
    var sum = 0.0
    var mean = 0.0
    var square = 0.0
    for point in 0..<points {
      let at = (Double(point) + 0.5) / Double(points) * length
      let left = min(1, max(0, (open - at) / open))
      let right = min(1, max(0, (length - at) / open))
      let a = before.down - (rises ? left : 1 - left)
      let b = after.down - (rises ? right : 1 - right)
      let chance = exponential(max(-200, -a * a * first - b * b * second))
      sum += chance
      mean += chance * at
      square += chance * at * at
    }
    guard sum > 1e-80 else {
      return (Edge(time: (before.time + after.time) / 2, variance: length * length / 12), -200)
    }
    mean /= sum
    let step = length / Double(points)
    let variance = max(0, square / sum - mean * mean) + step * step / 12
    return (
      Edge(time: begin + mean, variance: variance),
      max(-12, naturalLogarithm(sum * step / (after.time - before.time)))
    )
  }

  /// Half of one over the variance.
  private static func weight(_ side: Side) -> Double {
    0.5 / (side.deviation * side.deviation + unevenness * unevenness)
  }
}
