/// Durations to a millisecond, alike ones counted: what hours hold stays small.
struct Durations: Sendable {
  /// Ascending, in seconds.
  private(set) var counted: [(seconds: Double, count: Double)] = []

  init() {}

  /// All of both.
  init(_ one: Durations, and other: Durations) {
    counted = (one.counted + other.counted).sorted { $0.seconds < $1.seconds }
  }

  var count: Double { counted.reduce(0) { $0 + $1.count } }

  var median: Double? {
    var left = (count / 2).rounded(.down)
    return counted.first { one in
      left -= one.count
      return left < 0
    }?.seconds
  }

  mutating func add(_ duration: Double) {
    let seconds = max(1, (duration * 1000).rounded()) / 1000
    var low = 0
    var high = counted.count
    while low < high {
      let middle = (low + high) / 2
      if counted[middle].seconds < seconds { low = middle + 1 } else { high = middle }
    }
    if low < counted.count, counted[low].seconds == seconds {
      counted[low].count += 1
    } else {
      counted.insert((seconds, 1), at: low)
    }
  }

  /// All of them longer by so many seconds.
  func longer(by seconds: Double) -> Durations {
    var result = self
    for index in counted.indices { result.counted[index].seconds += seconds }
    return result
  }
}
