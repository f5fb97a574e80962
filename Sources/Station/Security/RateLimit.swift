import Synchronization

/// How often an address may ask: a bucket that fills at a steady rate and is emptied by requests.
final class RateLimit: Sendable {
  private struct Bucket {
    var tokens: Double
    var time: Double
  }

  private let perSecond: Double
  private let atOnce: Double
  private let clock: @Sendable () -> Double
  private let buckets = Mutex<[String: Bucket]>([:])
  /// Addresses that are remembered.
  private static let most = 4096

  init(perSecond: Double, atOnce: Double, clock: @escaping @Sendable () -> Double) {
    self.perSecond = perSecond
    self.atOnce = atOnce
    self.clock = clock
  }

  /// Takes one; the seconds to wait where there is none.
  func take(_ client: String) -> Int? {
    let now = clock()
    return buckets.withLock { buckets in
      if buckets.count >= Self.most, buckets[client] == nil {
        // Those that are full again need not be remembered.
        buckets = buckets.filter { now - $0.value.time < atOnce / perSecond }
        if buckets.count >= Self.most { buckets.removeAll() }
      }
      var bucket = buckets[client] ?? Bucket(tokens: atOnce, time: now)
      let gained = max(0, now - bucket.time) * perSecond
      bucket = Bucket(tokens: min(atOnce, bucket.tokens + gained), time: now)
      defer { buckets[client] = bucket }
      guard bucket.tokens >= 1 else {
        return max(1, Int(((1 - bucket.tokens) / perSecond).rounded(.up)))
      }
      bucket.tokens -= 1
      return nil
    }
  }
}
