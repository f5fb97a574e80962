import Foundation
import MorseCode
import Photometry

/// A message under way that is to be read once more: all that this needs, so that it can be done apart.
struct SecondLook: Sendable {
  /// What came of it.
  struct Outcome: Sendable {
    /// When the message began, in seconds: by then it may be over.
    let begin: Double
    /// Natural log-odds, all doubts weighed.
    let evidence: Double
    /// The same of the light's timing alone, no doubts weighed; nil where nothing was read.
    let timingEvidence: Double?
    /// What the place is likelier a lamp's than its prior says, if it alone is switched (`Doubt.plainness`).
    let plainness: Double
    /// All that was read.
    let characters: [DecodedCharacter]
    /// Whether the message was there from its beginning.
    let isWhole: Bool
  }

  let begin: Double
  let samples: [KeySample]
  /// What came on and went off of late, in them and somewhat before.
  let events: [LightEvent]
  /// Seconds between the samples.
  let interval: Double
  /// Steps of luma that the light adds; nil where that is not known.
  let swing: Double?
  /// Whether `Doubt` has a say.
  let isDoubted: Bool
  /// Whether much else goes on and off in the picture (`Recurrence.isBusy`).
  let isBusy: Bool
  /// Whether the message is believed; until then the light may be lit when it is taken for unlit.
  let isBelieved: Bool
  /// Whether nothing of the message was told yet.
  let isFirst: Bool
  let timing: TimingDecoder.Options

  /// Log-odds for the sense that was told: of ten lamps one is taken to darken what is seen, or to be told wrong.
  private static let upright = log(10.0)

  /// Reads it.
  func outcome() -> Outcome {
    let timing = isDoubted ? Doubt.believable(timing, swing: swing) : timing
    let read = LateMarks.read(
      samples, lateness: events.lateness, edges: events.count, options: timing)
    var clearest = clearest(read, in: samples)
    if !isBelieved, isDoubted, let upright = clearest, upright.evidence >= 0 {
      let turned = samples.map(\.turned)
      let other = self.clearest(TimingDecoder.read(turned, options: timing), in: turned)
      if let other, other.evidence > upright.evidence + Self.upright {
        clearest?.evidence = -.infinity
      }
    }
    let plainness = clearest.map {
      Doubt.plainness(
        of: $0.message, frame: interval, swing: swing,
        isPlain: [KeySample].isClear(noise: samples.usualNoise))
    }
    var characters = Self.joined(read)
    if isFirst, isDoubted {
      let cut = CutMark(from: samples.first?.time, events, frame: interval)
      characters = StrayMarks.begun(cut?.removed(from: characters) ?? characters)
    }
    return Outcome(
      begin: begin, evidence: clearest?.evidence ?? -.infinity,
      timingEvidence: read.map(\.evidence).max(),
      plainness: plainness ?? 0,
      characters: characters, isWhole: isWhole)
  }

  /// The one of some messages that is likeliest, and how likely.
  private func clearest(
    _ messages: [DecodedMessage], in samples: [KeySample]
  ) -> (message: DecodedMessage, evidence: Double)? {
    messages.map { message in
      let evidence =
        isDoubted
        ? Doubt.evidence(of: message, in: samples, frame: interval, swing: swing, isBusy: isBusy)
        : message.evidence
      return (message, evidence)
    }.max { $0.evidence < $1.evidence }
  }

  /// The characters of messages that were one to the decoder, which knows longer gaps, as words of one.
  private static func joined(_ messages: [DecodedMessage]) -> [DecodedCharacter] {
    var all: [DecodedCharacter] = []
    for message in messages {
      if let last = all.last, let next = message.characters.first {
        all.append(.wordGap(from: last, to: next))
      }
      all += message.characters
    }
    return all
  }

  /// Whether all of the message is there to be read; a light that was on from the first sample began half an interval
  /// before it.
  private var isWhole: Bool {
    samples.first.map { $0.time < begin + interval } ?? false
  }
}

extension KeySample {
  /// The same light, lit where it was unlit.
  fileprivate var turned: KeySample {
    var turned = self
    turned.down = 1 - down
    return turned
  }
}
