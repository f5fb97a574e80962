import Foundation
import MorseCode

/// Reads a light whose marks seem to end late (`lateness` of its events).
///
/// Marks that are too long and gaps that are too short are read as they are, where they can be told apart; but a hand that
/// keys so is unlikely, and what is read would be taken for no Morse. Marks that end as much earlier say what it is worth.
enum LateMarks {
  /// What `samples` say, of which `edges` events came, and whose marks end so many seconds late; nil: they do not.
  static func read(
    _ samples: [KeySample], lateness: Double?, edges: Int, options: TimingDecoder.Options
  ) -> [DecodedMessage] {
    let plain = TimingDecoder.read(samples, options: options)
    // What outshines the picture is clear of its noise.
    guard let lateness, [KeySample].isClear(noise: samples.usualNoise) else { return plain }
    let price = price(ofEdges: edges)
    let earlier = TimingDecoder.read(
      ended(samples, earlierBy: lateness), options: options
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

  /// The samples with each mark ended earlier by so many seconds, none by more than it lasts. What nobody could see stays.
  ///
  /// A light that is brighter than the camera can show comes on at once, and fades: for a while it still is brighter than
  /// that, and each mark seems to end as much later.
  static func ended(_ samples: [KeySample], earlierBy time: Double) -> [KeySample] {
    var result = samples
    func isSeen(_ index: Int) -> Bool { samples[index].deviation < 1 }
    for index in samples.indices.dropFirst()
    where samples[index - 1].down > 0.5 && samples[index].down <= 0.5
      && isSeen(index - 1) && isSeen(index)
    {
      // From the end of its fading on, the rest of which would be a mark of its own.
      var taken = index
      while taken + 1 < samples.count, isSeen(taken + 1), samples[taken].down > 0,
        samples[taken + 1].down < samples[taken].down
      {
        taken += 1
      }
      var left = time
      while left > 0, taken > 0, isSeen(taken), taken >= index || samples[taken].down > 0.5 {
        let length = samples[taken].time - samples[taken - 1].time
        guard length > 0 else { break }
        let part = min(max(0, result[taken].down), left / length)
        result[taken].down -= part
        left -= part * length
        taken -= 1
      }
    }
    return result
  }
}
