/// Reads steady Morse whose dots are shorter than a camera's frame.
///
/// A frame integrates the lamp over its exposure, so each text at each speed and phase predicts
/// every frame's level. The text whose prediction fits best is the reading (maximum-likelihood
/// sequence estimation). Speed, phase, exposure and the camera's transfer curve are found by the
/// same fit. Keying must be steady: dashes of 3 dots, gaps of 1, 3 and 7.
public struct SequenceDecoder: Sendable {
  struct Found: Sendable {
    var message: DecodedMessage
    var logLikelihood: Double
  }

  /// The best text; nil where no steady keying explains the frames better than something that is
  /// no Morse. Work grows with the number of samples.
  public static func read(_ samples: [KeySample], options: TimingDecoder.Options)
    -> DecodedMessage?
  {
    // Slower Morse can be read as faster rows of other letters where the frames are few.
    guard let frames = Frames(samples), frames.mayBeShort else { return nil }
    return best(frames, options: options)?.message
  }

  /// The best text with the log-likelihood of all frames.
  static func best(_ frames: Frames, options: TimingDecoder.Options) -> Found? {
    var low = Acquisition.dotsInFrames.lowerBound * frames.interval
    var high = Acquisition.dotsInFrames.upperBound * frames.interval
    // The default speeds are those of ordinary Morse; only speeds that were asked for bind here.
    if options.speeds != TimingDecoder.Options().speeds {
      low = max(low, 1.2 / options.speeds.upperBound)
      high = min(high, 1.2 / options.speeds.lowerBound)
    }
    guard low <= high, !frames.excludeShortDots else { return nil }
    let trellis = CodeTrellis(table: .international)
    var best: Found?
    var near: [(candidate: Acquisition.Candidate, stretch: Range<Int>)] = []
    for stretch in frames.stretches(of: Acquisition.stretch) {
      var acquisition = Acquisition(frames: frames, dots: low...high, trellis: trellis)
      let found = acquisition.found(around: stretch)
      for candidate in found.near
      where !near.contains(where: { $0.candidate.resembles(candidate) }) {
        near.append((candidate, stretch))
      }
      guard let whole = found.whole else { continue }
      let reading = SequenceReading(frames: frames, candidate: whole, trellis: trellis)
      if reading.evidence > best?.message.evidence ?? 0 {
        best = Found(message: reading.message, logLikelihood: reading.logLikelihood)
      }
      // No second look where what is left is the noise, and the letters say more than they cost: far
      // faster rows of letters can explain much by accident.
      if whole.deviation < max(0.025, 1.5 * frames.deviation),
        reading.evidence > 2 * Double(reading.letters.count)
      {
        return best
      }
    }
    // Keying that does not quite keep its step: a twelfth and a fiftieth of a dot an element. What is far from keeping the
    // one seldom keeps the other.
    for (candidate, stretch) in near {
      for exposure in candidate.exposures(interval: frames.interval) {
        var candidate = candidate
        candidate.parameters.grid.exposure = exposure
        for unsteadiness in [0.08, 0.02] {
          let promise = promise(of: candidate, unsteadiness, frames, stretch, trellis)
          if promise == .hopeless { break }
          guard promise == .good else { continue }
          let reading = TrackedReading(
            frames: frames, candidate: candidate, trellis: trellis, unsteadiness: unsteadiness)
          if reading.evidence > best?.message.evidence ?? 0 {
            best = Found(message: reading.message, logLikelihood: reading.logLikelihood)
          }
        }
      }
    }
    return best
  }

  /// Frames that say whether keying is worth following on: five times the coarse search's, then fifteen times.
  private static let trials = [5 * Acquisition.stretch, 15 * Acquisition.stretch]

  private enum Promise {
    case good, little, hopeless
  }

  /// Whether the frames around `stretch` speak for a tracked reading at all: following it through minutes of
  /// what is no Morse costs far more than all else.
  private static func promise(
    of candidate: Acquisition.Candidate, _ unsteadiness: Double, _ frames: Frames,
    _ stretch: Range<Int>, _ trellis: CodeTrellis
  ) -> Promise {
    let all = frames.times.count
    var promise = Promise.good
    for count in trials where count < all {
      let reading = TrackedReading(
        frames: frames.part(around: stretch, count: count), candidate: candidate,
        trellis: trellis, unsteadiness: unsteadiness)
      // More than some frames that are off by more than noise can be: nothing later makes up for it.
      // What holds no text at all says nothing of the step.
      if reading.gain < -hopeless { return reading.gain.isFinite ? .hopeless : .little }
      // All must say more than the reading's parameters cost, and this part, where the light changes as often as anywhere, at
      // least half of its share of that.
      promise =
        2 * reading.gain * Double(all) > TrackedReading.price(of: all) * Double(count)
        ? .good : .little
    }
    return promise
  }

  /// What five frames cost that do not fit at all.
  private static let hopeless = 5 * CellCosts.cap
}

extension Acquisition.Candidate {
  /// Whether tracking from either would find the same.
  fileprivate func resembles(_ other: Self) -> Bool {
    let a = parameters.grid
    let b = other.parameters.grid
    return (a.dot - b.dot).magnitude < 0.005 * a.dot
      && (a.exposure - b.exposure).magnitude < 0.1 * a.dot
  }

  /// Exposures to track with, in seconds: dots of one frame keep in step with the frames, so that a
  /// stretch of them does not tell the exposure.
  fileprivate func exposures(interval: Double) -> [Double] {
    let grid = parameters.grid
    guard (grid.dot / interval - 1).magnitude < 0.04 else { return [grid.exposure] }
    return [grid.exposure, 0.5 * interval, 0.9 * interval]
  }
}
