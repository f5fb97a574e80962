import Synchronization

/// Comparing and making secrets.
enum Secret {
  /// Compares in a time that does not tell where they differ.
  static func isSame(_ one: String, _ other: String) -> Bool {
    let (left, right) = (Array(one.utf8), Array(other.utf8))
    var difference = left.count ^ right.count
    for index in right.indices {
      difference |= Int((left.isEmpty ? 0 : left[index % left.count]) ^ right[index])
    }
    return difference == 0
  }

  /// 128 bits from the system's source.
  static func make() -> String {
    var generator = SystemRandomNumberGenerator()
    return (0..<2).map { _ in
      let digits = String(generator.next() as UInt64, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }
}

/// The browsers that have said the token since the service began.
final class Sessions: Sendable {
  private let secrets = Mutex<[String]>([])
  /// The oldest gives way.
  private static let most = 64

  func begin() -> String {
    let secret = Secret.make()
    secrets.withLock { secrets in
      secrets.append(secret)
      if secrets.count > Self.most { secrets.removeFirst() }
    }
    return secret
  }

  func isKnown(_ given: String) -> Bool {
    secrets.withLock { secrets in
      var isKnown = false
      for secret in secrets where Secret.isSame(given, secret) { isKnown = true }
      return isKnown
    }
  }

  func end(_ given: String) {
    secrets.withLock { $0.removeAll { Secret.isSame(given, $0) } }
  }
}
