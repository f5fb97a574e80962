import Foundation
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

  /// How sure a further lamp's letters must be on average: three in four right. Of less nobody can make words, and what sways
  /// or glitters beside a lamp gives as much.
  static let leastConfidence = 0.75
  /// How sure they must be where it is not likelier a lamp than chance: nineteen in twenty right.
  static let sureConfidence = 0.95

  /// How much their light agrees where one is the other's for sure: a detector that is wrong one time in seven leaves
  /// as much of a correlation.
  private static let sure = 0.7
  /// How many times what other lags give, of which chance gives one pair in 5,000 as much at any of three: then they are one lamp's
  /// whatever they seem to send, as a hand's is that moves beside the lamp that it covers.
  private static let beyondOthers = 4.0
  /// Marks of which that holds: of fewer, as two words sent apart have, chance gives far more.
  private static let manyMarks = 24
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
    if isPart(one, of: other) || isPart(other, of: one) { return true }
    if isEcho(one, of: other) || isEcho(other, of: one) { return true }
    if sendsSame(left.characters, right.characters) { return true }
    // Among the eleven lags that are tried, of which three are independent, chance takes one pair in thirty so far: of
    // the 28 pairs of eight lamps, one. Those tell by what they send.
    let usual = meanSquare.squareRoot()
    guard here > 2.5 * usual else {
      return changesTogether(left.events, right.events)
        && !sendsOther(left.characters, right.characters)
    }
    return here > sure || here > beyondOthers * usual && min(one.count, other.count) >= manyMarks
      || isInStep(left.events, right.events) && !sendsOther(left.characters, right.characters)
  }

  /// Whether one light comes only while the other is lit, more often than chance has it: what sees a lamp now and then, as the
  /// places do that a torch passes in a hand.
  private static func isPart(_ one: LitSpans, of other: LitSpans) -> Bool {
    let within = lags(0, latest, 0.03).compactMap { one.share(within: other, lag: $0) }.max() ?? 0
    guard one.count >= fewestMarks, within > inside else { return false }
    // Each span is inside by chance as often as when the other's light is moved in time.
    let moved = lags(0.5, 8, 0.25).map { one.count(within: other, lag: $0, share: inside) }
    let told = moved.reduce(0) { $0 + $1.all }
    guard told > 0 else { return false }
    let usual = Double(moved.reduce(0) { $0 + $1.inside }) / Double(told)
    return Double(one.count) * log(max(usual, 1e-3)) < log(chance)
  }

  /// Whether most of one light's marks begin and end with one of the other's, or with one of its gaps: what sees a lamp now and
  /// then may glow on otherwise, and what a lamp dims is bright in its gaps.
  private static func isEcho(_ one: LitSpans, of other: LitSpans) -> Bool {
    guard one.count >= fewestMarks else { return false }
    return [other, other.gaps].contains { spans in
      func meeting(_ lag: Double) -> (met: Int, told: Int) {
        one.coinciding(with: spans, lag: lag, within: together)
      }
      func share(_ meetings: [(met: Int, told: Int)]) -> Double {
        Double(meetings.map(\.met).max() ?? 0) / Double(one.count)
      }
      let here = share(lags(0, latest, 0.03).map(meeting))
      guard here > leastInStep else { return false }
      let moved = lags(0.5, 8, 0.05).map(meeting)
      if here > inStep, 2 * share(moved) < here { return true }
      // What is sent again and again is like itself at some other times.
      let told = moved.reduce(0) { $0 + $1.told }
      guard told > 0 else { return false }
      let usual = max(1e-3, Double(moved.reduce(0) { $0 + $1.met }) / Double(told))
      return evidence(of: here, count: one.count, usual: usual) > surelyMore
    }
  }

  /// Nats by which chance must explain an echo worse, where something else may meet as well: as of a part's (`chance`), and once
  /// more as many, for a message's marks are not independent, and either light's are tried, beside the other's marks and gaps.
  private static let surelyMore = -2 * log(chance)

  /// Marks that tell an echo: of two senders in step, with dots in the same places, one mark in eight is the other's by chance
  /// (it begins in every fourth place, and is as long every second time).
  private static let fewestMarks = 8

  /// The share of a part's light that is the other's, at least: a twentieth may be edges.
  private static let inside = 0.95
  /// How often chance may do so: once in a thousand pairs, at any of eleven lags.
  private static let chance = 1e-4

  /// Whether one light is but a part of the other's.
  static func isPart(_ one: Light, of other: Light) -> Bool {
    isPart(LitSpans(one.events), of: LitSpans(other.events))
  }

  /// Whether hardly either light changes but when the other does, the same or the opposite way: what is beside a lamp that
  /// fills the picture is read as either, now and then another, as it is darker or brighter than what it is compared with.
  private static func changesTogether(_ left: [LightEvent], _ right: [LightEvent]) -> Bool {
    guard let begin = [left.first, right.first].compactMap({ $0?.time }).max(),
      let end = [left.last, right.last].compactMap({ $0?.time }).min(), begin < end
    else { return false }
    func changes(_ events: [LightEvent]) -> [Double] {
      events.map(\.time).filter { $0 >= begin - latest && $0 <= end + latest }
    }
    let (these, those) = (changes(left), changes(right))
    guard min(these.count, those.count) >= fewestChanges else { return false }
    func share(_ lag: Double) -> Double {
      min(
        met(these, by: those.map { $0 + lag }), met(those, by: these.map { $0 - lag }))
    }
    let here = lags(0, latest, 0.03).map(share).max() ?? 0
    return here > inStep && !lags(0.5, 3, 0.05).contains { share($0) >= here }
  }

  /// Whether a quarter or more of what a light does comes when the other does nothing: of what one lamp caused no more is
  /// lost.
  static func isOwn(_ one: Light, beside other: Light) -> Bool {
    let (these, those) = (one.events.map(\.time), other.events.map(\.time))
    return !these.isEmpty
      && lags(0, latest, 0.03).allSatisfy { lag in met(these, by: those.map { $0 + lag }) <= inStep
      }
  }

  /// Changes of either light that tell: of two senders at 15 WPM two in five come together by chance, of sixteen three
  /// quarters once in a hundred times, and at no other lag as many.
  private static let fewestChanges = 16

  /// The share of one light's marks that begin with the other's, where it is the other's: a quarter may be lost.
  private static let inStep = 0.75
  /// And of the other's with the one's, or of an echo's, where a half may be lost. What is sent fast begins with most of what is sent
  /// slowly by chance, but that does not with most of it.
  private static let leastInStep = 0.5
  /// Seconds within which two changes are one: two frames at 30 a second.
  private static let together = 0.06

  /// Whether most of what either light does comes with what the other does, the same or opposite, a little later or not.
  private static func isInStep(_ left: [LightEvent], _ right: [LightEvent]) -> Bool {
    guard let begin = [left.first, right.first].compactMap({ $0?.time }).max(),
      let end = [left.last, right.last].compactMap({ $0?.time }).min()
    else { return false }
    let span = end - begin + 2 * latest
    func meeting(
      _ these: [LightEvent], _ those: [LightEvent], isSame: Bool, lag: Double
    ) -> (share: Double, evidence: Double) {
      func seen(_ events: [LightEvent], isOn: Bool) -> [Double] {
        events.filter { $0.isOn == isOn && $0.time >= begin - latest && $0.time <= end + latest }
          .map(\.time)
      }
      let (marks, others) = (seen(these, isOn: true), seen(those, isOn: isSame))
      let share = met(marks, by: others.map { $0 + lag })
      let usual = min(1, 2 * together * Double(others.count) / max(span, together))
      return (share, Self.evidence(of: share, count: marks.count, usual: usual))
    }
    return lags(0, latest, 0.03).contains { lag in
      [true, false].contains { isSame in
        let meetings = [
          meeting(left, right, isSame: isSame, lag: lag),
          meeting(right, left, isSame: isSame, lag: -lag),
        ]
        return meetings.contains { $0.share > inStep }
          && meetings.allSatisfy { $0.share > leastInStep }
          && meetings.contains { $0.evidence > beyondChance }
      }
    }
  }

  /// How little chance explains that a share of so many marks meets another's, of which each does so by chance with a
  /// probability of `usual`: a bound of the logarithm of one over the probability (Chernoff's).
  private static func evidence(of share: Double, count: Int, usual: Double) -> Double {
    guard share > usual, usual > 0 else { return 0 }
    let kept = share * log(share / usual)
    return Double(count) * (share < 1 ? kept + (1 - share) * log((1 - share) / (1 - usual)) : kept)
  }

  /// One in a hundred pairs that are seen together for a few marks.
  private static let beyondChance = log(100.0)

  /// The share of some times, rising, at which one of others is, each taken once.
  private static func met(_ times: [Double], by others: [Double]) -> Double {
    var next = 0
    let met = times.count { time in
      while next < others.count, others[next] < time - together { next += 1 }
      guard next < others.count, others[next] <= time + together else { return false }
      next += 1
      return true
    }
    return times.isEmpty ? 0 : Double(met) / Double(times.count)
  }

  /// Whether most of what either surely says the other does not say at that time.
  private static func sendsOther(_ left: [DecodedCharacter], _ right: [DecodedCharacter]) -> Bool {
    func differ(_ said: Said) -> Bool {
      said.told.count >= fewestLetters && 2 * said.same.count < said.told.count
    }
    return differ(Said(left, beside: right)) && differ(Said(right, beside: left))
  }

  /// Whether most of what either surely says the other says at the same time, and it is more than chance has: of two that send
  /// apart one mark in eight is the other's.
  private static func sendsSame(_ left: [DecodedCharacter], _ right: [DecodedCharacter]) -> Bool {
    [Said(left, beside: right), Said(right, beside: left)].contains { said in
      2 * said.same.count > said.told.count
        && said.same.reduce(0) { $0 + $1.code.count } >= fewestMarks
    }
  }

  /// What one light surely says while the other is seen, and what of it the other says at that time. A lone mark is a letter
  /// whatever made it.
  private struct Said {
    var told: [DecodedCharacter] = []
    var same: [DecodedCharacter] = []

    init(_ these: [DecodedCharacter], beside those: [DecodedCharacter]) {
      let (these, those) = (these.filter(isLetter), those.filter(isLetter))
      guard let begin = [these.first, those.first].compactMap({ $0?.time }).max(),
        let end = [these.last, those.last].compactMap({ $0?.time }).min()
      else { return }
      told = these.filter { $0.time >= begin && $0.time <= end }
      // What glows on into a letter, or before it, begins or ends it at another time.
      same = told.filter { letter in
        those.contains {
          $0.code == letter.code
            && min(abs($0.time - letter.time), abs($0.end - letter.end)) < latest
        }
      }
    }
  }

  private static func isLetter(_ character: DecodedCharacter) -> Bool {
    character.code.count > 1 && character.confidence > 0.9
  }

  /// Lags from `first` to `last` in steps of `step` seconds, both ways.
  private static func lags(_ first: Double, _ last: Double, _ step: Double) -> [Double] {
    stride(from: first, through: last, by: step).flatMap { $0 == 0 ? [0] : [$0, -$0] }
  }
}
