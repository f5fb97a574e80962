import Foundation
import MorseCode
import Photometry

/// Reads a light whose marks seem to end late (`Detector.Detection.lateness`).
///
/// Marks that are too long and gaps that are too short are read as they are, where they can be told apart; but a hand that
/// keys so is unlikely, and what is read would be taken for no Morse. Marks that end as much earlier say what it is worth.
enum LateMarks {
  static func read(
    _ detection: Detector.Detection, options: TimingDecoder.Options
  ) -> [DecodedMessage] {
    let keys = detection.samples.map(KeySample.init)
    let plain = TimingDecoder.read(keys, options: options)
    // What outshines the picture is clear of its noise.
    guard let late = detection.lateness, [KeySample].isClear(noise: keys.usualNoise) else {
      return plain
    }
    let price = price(ofEdges: detection.events.count)
    let earlier = TimingDecoder.read(
      detection.endingMarksEarlier(by: late).map(KeySample.init), options: options
    ).map { DecodedMessage(characters: $0.characters, evidence: $0.evidence - price) }
    guard !plain.isEmpty else { return earlier }
    return plain.map { message in
      let others = earlier.filter { areAtOnce($0, message) }
      guard others.count == 1, let other = others.first, other.evidence > message.evidence else {
        return message
      }
      // A gap in which the light hardly fades is none there, and is one in the samples as they are.
      if areAlike(other.text, message.text) {
        return DecodedMessage(characters: message.characters, evidence: other.evidence)
      }
      return plain.count { areAtOnce($0, other) } == 1 ? other : message
    }
  }

  /// What one parameter more costs (Bayesian information criterion), and the better of two readings.
  private static func price(ofEdges count: Int) -> Double {
    0.5 * log(Double(max(2, count))) + log(2)
  }

  private static func areAtOnce(_ a: DecodedMessage, _ b: DecodedMessage) -> Bool {
    guard let a = Message(a.characters, place: nil), let b = Message(b.characters, place: nil)
    else {
      return false
    }
    return a.start < b.end && b.start < a.end
  }

  /// Whether most of two texts, of their beginnings where they are long, is the same.
  private static func areAlike(_ a: String, _ b: String) -> Bool {
    let (a, b) = (a.prefix(longest), b.prefix(longest))
    let kept = a.count - a.difference(from: b).insertions.count
    return 2 * kept > max(a.count, b.count)
  }

  /// Characters that are compared: the work grows with the square of those that differ.
  private static let longest = 200
}
