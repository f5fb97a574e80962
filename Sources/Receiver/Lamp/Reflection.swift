import MorseCode
import Photometry

/// Tells one lamp seen twice (directly, and in a reflection, its halo, or what a codec made of it)
/// from two lamps.
///
/// Two senders are not in step: how far their light agrees at one moment is no more than how far it
/// agrees when one of them is moved in time. What one lamp caused agrees best as it is.
enum Reflection {
  /// What is seen of a lamp.
  struct Light: Sendable {
    var events: [LightEvent]
    var characters: [DecodedCharacter]
  }

  /// How much their light agrees where one is the other's for sure: a detector that is wrong one time in seven leaves
  /// as much of a correlation.
  private static let sure = 0.7
  /// Seconds by which one lamp's light comes later by its other way: an exposure that follows it.
  private static let latest = 0.15
  /// Letters that tell whether two lamps send the same.
  private static let fewestLetters = 4

  /// Whether two lamps' light is one lamp's: their states correlate, the same or opposite way, by
  /// more than they do at other lags, and they do not send texts of their own.
  static func isSame(_ left: Light, _ right: Light) -> Bool {
    let one = LitSpans(left.events)
    let other = LitSpans(right.events)
    let here = lags(0, latest, 0.03).map { abs(one.correlation(with: other, lag: $0)) }.max() ?? 0
    let elsewhere = lags(0.5, 8, 0.25).map { one.correlation(with: other, lag: $0) }
    let meanSquare = elsewhere.map { $0 * $0 }.reduce(0, +) / Double(max(1, elsewhere.count))
    // Among the eleven lags that are tried, of which three are independent, chance takes one pair in thirty so far: of
    // the 28 pairs of eight lamps, one. Those tell by what they send.
    guard here > 2.5 * meanSquare.squareRoot() else { return false }
    return here > sure
      || isInStep(left.events, right.events) && !sendsOther(left.characters, right.characters)
  }

  /// The share of one light's marks that begin with the other's, where it is the other's: a quarter may be lost.
  private static let inStep = 0.75
  /// And of the other's with the one's, where a half may be lost. What is sent fast begins with most of what is sent
  /// slowly by chance, but that does not with most of it.
  private static let leastInStep = 0.5
  /// Seconds within which two changes are one: two frames at 30 a second.
  private static let together = 0.06

  /// Whether most of what either light does comes with what the other does, the same or opposite, a little later or not.
  private static func isInStep(_ left: [LightEvent], _ right: [LightEvent]) -> Bool {
    guard let begin = [left.first, right.first].compactMap({ $0?.time }).max(),
      let end = [left.last, right.last].compactMap({ $0?.time }).min()
    else { return false }
    func share(_ these: [LightEvent], _ those: [LightEvent], isSame: Bool, lag: Double) -> Double {
      let told = these.filter { $0.isOn && $0.time >= begin - latest && $0.time <= end + latest }
      let times = those.filter { $0.isOn == isSame }.map { $0.time + lag }
      var next = 0
      let met = told.count { event in
        while next < times.count, times[next] < event.time - together { next += 1 }
        guard next < times.count, times[next] <= event.time + together else { return false }
        next += 1
        return true
      }
      return told.isEmpty ? 0 : Double(met) / Double(told.count)
    }
    return lags(0, latest, 0.03).contains { lag in
      [true, false].contains { isSame in
        let shares = [
          share(left, right, isSame: isSame, lag: lag),
          share(right, left, isSame: isSame, lag: -lag),
        ]
        return shares.contains { $0 > inStep } && shares.allSatisfy { $0 > leastInStep }
      }
    }
  }

  /// Whether most of what either surely says the other does not say at that time.
  private static func sendsOther(_ left: [DecodedCharacter], _ right: [DecodedCharacter]) -> Bool {
    // A lone mark is a letter whatever made it.
    let (left, right) = (left.filter(isLetter), right.filter(isLetter))
    guard let begin = [left.first, right.first].compactMap({ $0?.time }).max(),
      let end = [left.last, right.last].compactMap({ $0?.time }).min()
    else { return false }
    func differ(_ these: [DecodedCharacter], _ those: [DecodedCharacter]) -> Bool {
      let told = these.filter { $0.time >= begin && $0.time <= end }
      let same = told.count { letter in
        those.contains { $0.code == letter.code && abs($0.time - letter.time) < latest }
      }
      return told.count >= fewestLetters && 2 * same < told.count
    }
    return differ(left, right) && differ(right, left)
  }

  private static func isLetter(_ character: DecodedCharacter) -> Bool {
    character.code.count > 1 && character.confidence > 0.9
  }

  /// Lags from `first` to `last` in steps of `step` seconds, both ways.
  private static func lags(_ first: Double, _ last: Double, _ step: Double) -> [Double] {
    stride(from: first, through: last, by: step).flatMap { [$0, -$0] }
  }
}

/// When a lamp was lit.
struct LitSpans {
  private var spans: [(begin: Double, end: Double)] = []

  init(_ events: [LightEvent]) {
    var begin: Double?
    for event in events {
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
}
