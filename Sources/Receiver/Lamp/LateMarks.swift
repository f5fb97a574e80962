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
    let earlier = TimingDecoder.read(
      detection.endingMarksEarlier(by: late).samples.map(KeySample.init), options: options)
    guard value(of: earlier) > value(of: plain) else { return plain }
    guard plain.count == earlier.count,
      zip(plain, earlier).allSatisfy({ areAlike($0.text, $1.text) })
    else { return earlier }
    return zip(plain, earlier).map {
      DecodedMessage(characters: $0.characters, evidence: max($0.evidence, $1.evidence))
    }
  }

  private static func value(of messages: [DecodedMessage]) -> Double {
    messages.map(\.evidence).max() ?? -.infinity
  }

  /// Whether most of two texts is the same.
  private static func areAlike(_ a: String, _ b: String) -> Bool {
    let kept = a.count - a.difference(from: b).insertions.count
    return 2 * kept > max(a.count, b.count)
  }
}
