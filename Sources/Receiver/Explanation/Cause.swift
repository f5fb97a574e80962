import Foundation

/// A reason why nothing was received, or why what was received is in doubt.
public enum Cause: Hashable, Sendable {
  /// The recording is shorter than a letter or two.
  case tooShort(samples: Int, seconds: Double)
  /// The pictures are white all over: a lamp adds nothing to white.
  case saturated(share: Double)
  /// The pictures are black all over.
  case dark(luma: Double)
  /// Nothing went on and off. `change`: luma steps, of 255, by which the place that changed most did;
  /// nil for a trace.
  case noLampSwitched(samples: Int, seconds: Double, change: Double?)
  /// Nothing went on and off in the region that was given, but something changed beyond it: luma steps,
  /// of 255, at pixels of the picture as it is shown.
  case outsideRegion(within: Double, change: Double, x: Double, y: Double)
  /// The whole picture is measured, and its brightness does not go on and off. `change` as above.
  case smallForPicture(change: Double)
  /// It never reaches the threshold that was asked for.
  case belowThreshold(reached: Double, threshold: Double)
  /// Flashes are shorter than pictures can tell apart. `mark` and `interval` in seconds; `partial`: part
  /// of the samples that are neither lit nor unlit.
  case shorterThanFrames(mark: Double, interval: Double, partial: Double)
  /// It stays lit for longer than a light may.
  case litTooLong(longest: Double, limit: Double)
  /// The swing is hardly more than the noise.
  case faint(contrast: Double)
  /// It blinks evenly.
  case even(flashes: Int, period: Double)
  /// Too few flashes to tell Morse from chance.
  case tooFew(flashes: Int)
  /// It would be Morse at a speed outside of those asked for.
  case otherSpeed(wpm: Double, text: String)
  /// It goes on and off, but not in lengths of one and three. `odds`: natural log, for Morse; `frame`: the
  /// interval in seconds where the shortest flashes are hardly longer.
  case notMorse(
    flashes: Int, seconds: Double, shortest: Double, longest: Double, odds: Double?, frame: Double?)
  /// The text's letters are guesses.
  case unsure(confidence: Double)

  /// What is the case, in plain words with figures.
  public var statement: String {
    switch self {
    case .tooShort(let samples, let seconds):
      "the recording is too short: \(samples) samples in \(Self.text(seconds, 2)) s"
    case .saturated(let share):
      "the picture is saturated: \(Self.text(100 * share, 0)) % of it is white already, and a lamp adds nothing to white"
    case .dark(let luma):
      "the picture is black: its mean brightness is \(Self.text(luma, 1)) of 255"
    case .noLampSwitched(let samples, let seconds, let change):
      if let change {
        "no lamp switched: in \(samples) pictures, \(Self.text(seconds, 1)) s, no place went on and off; the one that changed most did so by \(Self.text(change, 0)) steps of 255"
      } else {
        "no lamp switched: in \(samples) samples, \(Self.text(seconds, 1)) s, the brightness never went on and off"
      }
    case .outsideRegion(let within, let change, let x, let y):
      "no lamp switched within --region: nothing changed there by more than \(Self.text(within, 0)) steps of 255, but at \(Self.text(x, 0)),\(Self.text(y, 0)), outside of it, something did by \(Self.text(change, 0))"
    case .smallForPicture(let change):
      "the picture as a whole, which --meter frame measures, never went on and off; the place that changed most did so by \(Self.text(change, 0)) steps of 255"
    case .belowThreshold(let reached, let threshold):
      "the light stays below the threshold: it reaches a level of \(Self.text(reached, 1)), and the threshold is \(Self.text(threshold, 1)) (the ambient is 100)"
    case .shorterThanFrames(let mark, let interval, let partial):
      "the flashes are shorter than the frames allow: half of them last \(Self.milliseconds(mark)) or less, a frame lasts \(Self.milliseconds(interval)), and \(Self.text(100 * partial, 0)) % of the frames are caught between unlit and lit"
    case .litTooLong(let longest, let limit):
      "the light stays on for too long: up to \(Self.text(longest, 1)) s, and after \(Self.text(limit, 1)) s a light is taken for the new ambient"
    case .faint(let contrast):
      "the light is faint: between unlit and lit is \(Self.text(contrast, 1)) times the noise"
    case .even(let flashes, let period):
      "a light blinks evenly, \(flashes) times every \(Self.text(period, 2)) s (\(Self.text(1 / max(period, 1e-3), 1)) a second): an indicator or a beacon, not Morse"
    case .tooFew(let flashes):
      "a light came on \(flashes == 1 ? "once" : "\(flashes) times") only, too few to tell Morse from chance"
    case .otherSpeed(let wpm, let text):
      "a light is read as Morse at \(Self.text(wpm, 1)) WPM (\(Self.quoted(text))), a speed outside of those given"
    case .notMorse(let flashes, let seconds, let shortest, let longest, let odds, let frame):
      "a light switches, but not as Morse: \(flashes) flashes in \(Self.text(seconds, 1)) s, of \(Self.milliseconds(shortest)) to \(Self.milliseconds(longest))"
        + (frame.map { " (a frame lasts \(Self.milliseconds($0)))" } ?? "")
        + (odds.map { ", " + Self.against($0) } ?? "")
    case .unsure(let confidence):
      "the letters are unsure: \(Self.text(100 * confidence, 0)) % on average; take the text for a guess"
    }
  }

  /// What would help: the flag, or the aiming.
  public var advice: String {
    switch self {
    case .tooShort: "record a whole word and a second of darkness before it"
    case .saturated:
      "lower the exposure or the gain of the camera, or turn it away from the bright part"
    case .dark: "uncover the lens, or raise the exposure"
    case .noLampSwitched(_, _, let change):
      change == nil
        ? "check that the sensor sees the lamp"
        : "aim at the lamp and hold the camera still; zoom in until it is two pixels wide or more"
    case .outsideRegion(_, _, let x, let y):
      "leave --region out, or put it around \(Self.text(x, 0)),\(Self.text(y, 0))"
    case .smallForPicture:
      "leave --meter frame out: it is for a lamp that lights the whole picture"
    case .belowThreshold(let reached, _):
      "leave --threshold and --sensitivity out, or give --threshold \(Self.text(max(95.5, 100 + (reached - 100) / 2), 1))"
    case .shorterThanFrames(_, let interval, _):
      "ask for slower sending, \(Self.text(1.2 / max(interval, 1e-4), 0)) WPM at most, or record more than \(Self.text(1.5 / max(interval, 1e-4), 0)) frames a second (live: --fps)"
    case .litTooLong(let longest, _):
      "if it is slow Morse, give --recalibrate-after \(Self.text((1.5 * longest).rounded(.up), 0)); else begin to record while the lamp is dark"
    case .faint:
      "bring the camera nearer, zoom in, or shade the lamp from other light; --region around it helps too"
    case .even: "point --region X,Y,W,H at the lamp that you mean"
    case .tooFew:
      "record more of it; or say where it is (--region X,Y,W,H), or print it all the same (--squelch off)"
    case .otherSpeed(let wpm, _): "give --wpm \(Self.text(wpm, 0)), or leave --wpm out"
    case .notMorse(_, _, _, _, _, let frame):
      (frame.map {
        "if it sends faster than \(Self.text(1.2 / max($0, 1e-4), 0)) WPM, record more frames a second; "
      } ?? "")
        + "print it all the same with --squelch off; say where the lamp is with --region X,Y,W,H; --plot FILE.svg shows it"
    case .unsure: "--plot FILE.svg shows where it is unsure"
    }
  }

  static func text(_ value: Double, _ digits: Int) -> String { Figure.text(value, digits: digits) }

  private static func milliseconds(_ seconds: Double) -> String {
    seconds < 1 ? "\(text(seconds * 1000, 0)) ms" : "\(text(seconds, 1)) s"
  }

  private static func quoted(_ text: String) -> String {
    "'" + (text.count > 30 ? text.prefix(30) + "..." : text) + "'"
  }

  /// Odds for people: powers of ten beyond a thousand.
  private static func against(_ logOdds: Double) -> String {
    guard logOdds.isFinite else { return "with nothing that speaks for Morse" }
    let decimal = abs(logOdds) / 2.302_585
    let figure = decimal < 3 ? text(pow(10, decimal), 0) : "10^\(text(decimal, 0))"
    return "\(figure) to 1 \(logOdds < 0 ? "against" : "for") Morse"
  }
}
