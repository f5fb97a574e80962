import Foundation
import MorseCode
import Photometry

/// When a lamp was out of sight: nobody knows what was sent then, nor how a sign went on that was sent in part.
struct OutOfSight: Sendable {
  /// Seconds, in order: from the last sample before it to the first after it.
  private(set) var spans: [ClosedRange<Double>] = []
  private var lastSeen: Double?
  /// Whether the last sample is out of sight.
  private var isHidden = false

  /// Spans that are kept: of more, a place at the edge of a swaying picture for days, the last ones.
  private static let most = 256

  /// Takes the next sample; one that is not later than what was taken is in place of that.
  mutating func consume(_ sample: BrightnessSample) {
    guard sample.time.isFinite else { return }
    end(at: sample.time)
    if isHidden, let last = spans.popLast() {
      spans.append(last.lowerBound...sample.time)
    } else if !sample.isInSight {
      spans.append((lastSeen ?? -.infinity)...sample.time)
      if spans.count > Self.most { spans.removeFirst() }
    }
    isHidden = !sample.isInSight
    if sample.isInSight { lastSeen = sample.time }
  }

  /// Forgets what was from `time` on.
  private mutating func end(at time: Double) {
    while let last = spans.last, last.upperBound > time {
      spans.removeLast()
      isHidden = last.lowerBound < time
      if isHidden {
        spans.append(last.lowerBound...time)
        break
      }
    }
    lastSeen = lastSeen.map { min($0, time) }
  }

  /// Whether a sign may have been sent in part while the lamp was out of sight.
  /// - Parameter margin: Dots that it must be seen dark before a sign and after it.
  private func mayHide(partOf sign: DecodedCharacter, within margin: Double) -> Bool {
    let dot = 1.2 / max(sign.wpm, 1)
    let begin = sign.time - margin * dot
    let end = sign.end + margin * dot
    // What is shorter than a dot hides no mark and no gap.
    return spans.reversed().contains {
      $0.lowerBound < end && begin < $0.upperBound && $0.upperBound - $0.lowerBound > dot
    }
  }

  /// Seconds of dark that end a message, and times the longest gap between its words, where that is longer (`TimingDecoder`).
  private static let silence = 5.0
  private static let gaps = 3.0
  /// The log-odds against Morse, a hundred to one, below which what came before or after is taken for another light.
  private static let leastEvidence = -log(100.0)

  /// Messages that are parted by nothing but what was out of sight as the one that they are, where hardly less speaks for
  /// that than for either: less dark was seen between them than ends a message. By itself the rest of one may be too short to be
  /// believed.
  /// - Parameter judged: What speaks for a message once its own doubts are weighed.
  func joined(
    _ messages: [DecodedMessage], judged: (DecodedMessage) -> DecodedMessage
  ) -> [DecodedMessage] {
    var parts: [(read: DecodedMessage, judged: DecodedMessage)] = []
    for next in messages {
      let own = judged(next)
      if let before = parts.last, let whole = joined(before.read, next) {
        let all = judged(whole)
        if all.evidence > max(before.judged.evidence, own.evidence) + Self.leastEvidence {
          parts[parts.count - 1] = (whole, all)
          continue
        }
      }
      parts.append((next, own))
    }
    return parts.map(\.judged)
  }

  private func joined(_ before: DecodedMessage, _ next: DecodedMessage) -> DecodedMessage? {
    guard let last = before.characters.last(where: { !$0.code.isEmpty }),
      let first = next.characters.first,
      min(before.evidence, next.evidence) > Self.leastEvidence
    else { return nil }
    let end = last.end
    let longest = before.characters.filter(\.code.isEmpty).map(\.duration).max()
    let limit = max(Self.silence, Self.gaps * (longest ?? 7 * 1.2 / max(last.wpm, 1)))
    let dark = dark(from: end, to: first.time)
    guard dark < first.time - end, dark < limit else { return nil }
    return DecodedMessage(
      characters: before.characters + [.wordGap(from: last, to: first)] + next.characters,
      evidence: before.evidence + next.evidence)
  }

  /// Seconds of a time that were in sight.
  private func dark(from begin: Double, to end: Double) -> Double {
    spans.reduce(end - begin) { dark, span in
      dark - max(0, min(end, span.upperBound) - max(begin, span.lowerBound))
    }
  }

  /// Characters without the signs that may be parts of others. Where some were, there is a gap between words.
  /// - Parameters:
  ///   - last: The sign that came before these, where one did.
  ///   - cut: The last of the signs that were left out between that one and these.
  ///   - earlier: What else was read from this lamp, which tells how evenly it is keyed.
  /// - Returns: The characters, and the last sign that was left out at their end.
  func seen(
    _ characters: [DecodedCharacter], after last: DecodedCharacter? = nil,
    cut: DecodedCharacter? = nil, earlier: [DecodedCharacter] = []
  ) -> (characters: [DecodedCharacter], cut: DecodedCharacter?) {
    let signs = characters.filter { !$0.code.isEmpty }
    let margin = KeyingSpread.gapWithinSign(earlier + characters)
    var parts = parts(of: signs, after: cut, within: margin).makeIterator()
    var seen: [DecodedCharacter] = []
    var (last, cut) = (last, cut)
    var gap: DecodedCharacter?
    for character in characters {
      if character.code.isEmpty {
        gap = character
        continue
      }
      guard parts.next() != true else {
        cut = character
        continue
      }
      if cut != nil {
        if let last { seen.append(.wordGap(from: last, to: character)) }
      } else if let gap {
        seen.append(gap)
      }
      seen.append(character)
      (last, gap, cut) = (character, nil, nil)
    }
    if cut == nil, let gap { seen.append(gap) }
    return (seen, cut)
  }

  /// Which of some signs may be parts of others: those beside what was out of sight, and those that are no further from one
  /// that is left out than marks of one sign are. What is left of a sign may be none, and then it is read as two.
  private func parts(
    of signs: [DecodedCharacter], after cut: DecodedCharacter?, within margin: Double
  ) -> [Bool] {
    var parts = signs.map { mayHide(partOf: $0, within: margin) }
    var before = cut
    for (index, sign) in signs.enumerated() {
      if before?.isJoined(to: sign) ?? false { parts[index] = true }
      before = parts[index] ? sign : nil
    }
    for (index, next) in signs.enumerated().dropFirst().reversed()
    where parts[index] && signs[index - 1].isJoined(to: next) {
      parts[index - 1] = true
    }
    return parts
  }
}

extension DecodedCharacter {
  /// Whether another sign follows no later than marks of one sign do.
  fileprivate func isJoined(to next: DecodedCharacter) -> Bool {
    next.time - (time + duration) < KeyingSpread.mostWithinSign * 1.2 / max(wpm, 1)
  }

  /// The gap between words from one sign to another.
  static func wordGap(from one: DecodedCharacter, to other: DecodedCharacter) -> DecodedCharacter {
    let end = one.end
    return DecodedCharacter(
      text: " ", code: "", time: end, duration: max(0, other.time - end), confidence: 1,
      wpm: one.wpm)
  }
}
