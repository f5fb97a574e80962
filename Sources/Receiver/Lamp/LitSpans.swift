import Photometry

/// When a lamp was lit.
struct LitSpans {
  private var spans: [(begin: Double, end: Double)] = []

  init(_ events: [LightEvent]) {
    var begin: Double?
    for event in events {
      // A lamp that is found again is told of from before it was lost.
      if let lit = begin, event.time < lit { begin = nil }
      if event.isOn {
        begin = begin ?? event.time
      } else if let lit = begin {
        spans.append((lit, event.time))
        begin = nil
      }
    }
  }

  /// The correlation (phi coefficient) of the two states over the time that both cover, the other's
  /// moved by `lag` seconds; 0 where they do not overlap.
  func correlation(with other: LitSpans, lag: Double) -> Double {
    guard let first = spans.first, let last = spans.last, let otherFirst = other.spans.first,
      let otherLast = other.spans.last
    else { return 0 }
    let begin = max(first.begin, otherFirst.begin + lag)
    let end = min(last.end, otherLast.end + lag)
    let total = end - begin
    guard total > 0 else { return 0 }
    func cut(_ span: (begin: Double, end: Double), _ lag: Double) -> (Double, Double) {
      (max(span.begin + lag, begin), min(span.end + lag, end))
    }
    let own = spans.map { cut($0, 0) }.filter { $0.0 < $0.1 }
    let others = other.spans.map { cut($0, lag) }.filter { $0.0 < $0.1 }
    let ownPart = own.map { $0.1 - $0.0 }.reduce(0, +) / total
    let otherPart = others.map { $0.1 - $0.0 }.reduce(0, +) / total
    var both = 0.0
    var next = 0
    for span in own {
      while next < others.count, others[next].1 <= span.0 { next += 1 }
      var index = next
      while index < others.count, others[index].0 < span.1 {
        both += max(0, min(span.1, others[index].1) - max(span.0, others[index].0))
        index += 1
      }
    }
    let spread = (ownPart * (1 - ownPart) * otherPart * (1 - otherPart)).squareRoot()
    return spread > 0 ? (both / total - ownPart * otherPart) / spread : 0
  }

  /// How many spans there are.
  var count: Int { spans.count }

  /// How much of this light comes while the other, moved by `lag` seconds, is lit, and for how much of that time the other is,
  /// as shares; nil where they do not overlap.
  func share(within other: LitSpans, lag: Double) -> (inside: Double, lit: Double)? {
    guard let first = spans.first, let last = spans.last, first.begin < last.end else { return nil }
    func overlap(_ own: (begin: Double, end: Double)) -> Double {
      other.spans.reduce(0) {
        $0 + max(0, min(own.end, $1.end + lag) - max(own.begin, $1.begin + lag))
      }
    }
    let own = spans.reduce(0) { $0 + $1.end - $1.begin }
    guard own > 0 else { return nil }
    let inside = spans.reduce(0) { $0 + overlap($1) }
    return (inside / own, overlap((first.begin, last.end)) / (last.end - first.begin))
  }
}
