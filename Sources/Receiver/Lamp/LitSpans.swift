import Photometry

/// When a lamp was lit.
struct LitSpans {
  private typealias Span = (begin: Double, end: Double)

  /// One after the other, apart.
  private var spans: [Span] = []

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
    var apart: [Span] = []
    for span in spans.sorted(by: { $0.begin < $1.begin }) {
      if let last = apart.last, span.begin <= last.end {
        apart[apart.count - 1].end = max(last.end, span.end)
      } else {
        apart.append(span)
      }
    }
    spans = apart
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
    func cut(_ span: Span, _ lag: Double) -> Span {
      (max(span.begin + lag, begin), min(span.end + lag, end))
    }
    let own = spans.map { cut($0, 0) }.filter { $0.begin < $0.end }
    let others = other.spans.map { cut($0, lag) }.filter { $0.begin < $0.end }
    let ownPart = Self.time(own) / total
    let otherPart = Self.time(others) / total
    let both = Self.common(own, others)
    let spread = (ownPart * (1 - ownPart) * otherPart * (1 - otherPart)).squareRoot()
    return spread > 0 ? (both / total - ownPart * otherPart) / spread : 0
  }

  private init(apart spans: [Span]) {
    self.spans = spans
  }

  /// When it was dark between two marks.
  var gaps: LitSpans {
    LitSpans(apart: zip(spans, spans.dropFirst()).map { ($0.end, $1.begin) })
  }

  /// How many spans there are.
  var count: Int { spans.count }

  /// How many of these spans begin and end, within so many seconds, when one of the other's does, moved by `lag`; and of how
  /// many, for those before the other's first light and after its last tell nothing.
  func coinciding(
    with other: LitSpans, lag: Double, within near: Double
  ) -> (met: Int, told: Int) {
    guard let first = other.spans.first, let last = other.spans.last else { return (0, 0) }
    let told = spans.filter {
      $0.begin >= first.begin + lag - near && $0.end <= last.end + lag + near
    }
    var next = 0
    let met = told.count { span in
      while next < other.spans.count, other.spans[next].begin + lag < span.begin - near {
        next += 1
      }
      return other.spans[next...].prefix { $0.begin + lag <= span.begin + near }
        .contains { abs($0.end + lag - span.end) <= near }
    }
    return (met, told.count)
  }

  /// What share of this light comes while the other, moved by `lag` seconds, is lit; nil where there is none.
  func share(within other: LitSpans, lag: Double) -> Double? {
    let own = Self.time(spans)
    return own > 0 ? Self.common(spans, other.moved(lag)) / own : nil
  }

  /// How many of these spans come while the other, moved by `lag` seconds, is lit, but for a part of each that leaves `share`;
  /// and of how many, for those before the other's first light and after its last tell nothing.
  func count(within other: LitSpans, lag: Double, share: Double) -> (inside: Int, all: Int) {
    let others = other.moved(lag)
    guard let first = others.first, let last = others.last else { return (0, 0) }
    let told = spans.filter { $0.begin < last.end && $0.end > first.begin }
    var next = 0
    let inside = told.count { span in
      while next < others.count, others[next].end <= span.begin { next += 1 }
      let near = Array(others[next...].prefix { $0.begin < span.end })
      return Self.common([span], near) > share * (span.end - span.begin)
    }
    return (inside, told.count)
  }

  private func moved(_ lag: Double) -> [Span] { spans.map { ($0.begin + lag, $0.end + lag) } }

  private static func time(_ spans: [Span]) -> Double {
    spans.reduce(0) { $0 + $1.end - $1.begin }
  }

  /// The time that lies in spans of both; of either none overlap.
  private static func common(_ own: [Span], _ others: [Span]) -> Double {
    var both = 0.0
    var next = 0
    for span in own {
      while next < others.count, others[next].end <= span.begin { next += 1 }
      var index = next
      while index < others.count, others[index].begin < span.end {
        both += max(0, min(span.end, others[index].end) - max(span.begin, others[index].begin))
        index += 1
      }
    }
    return both
  }
}
