extension SequenceDecoder {
  /// Whether the samples say that dots are shorter than about 1.3 frames. Cheap: for a look now and
  /// then at a live trace, too.
  public static func suggests(_ samples: [KeySample]) -> Bool {
    guard let frames = Frames(samples), frames.deviation < Frames.tooNoisy else { return false }
    let dot = frames.apparentDot
    // Midway between 1.2 frames, which always count, and 1.5, which never do.
    if let dot, dot < 1.34 { return true }
    return (dot ?? 0) < 2.4 && frames.partlyLit > 0.1
  }
}

extension Frames {
  /// Noise as part of the swing that makes alternations of its own; where dots are shorter than a
  /// frame, nothing could be read beneath it anyway.
  static let tooNoisy = 0.05

  /// The shortest regular alternation, as a dot in frames; nil where there are too few to say.
  ///
  /// From one rise of the light to the next are 2 dots where a dot and its gap follow each other,
  /// whatever the exposure and the threshold add to the one and take from the other. A twentieth
  /// of the intervals may be glitches.
  var apparentDot: Double? {
    let crossings = self.crossings(swing: max(0.22, 5 * deviation))
    var intervals: [Double] = []
    for direction in [crossings.rises, crossings.falls] {
      intervals += zip(direction.dropFirst(), direction).map { ($0 - $1) / interval }
    }
    guard intervals.count >= 4 else { return nil }
    return 0.5 * SequenceMath.quantile(intervals.sorted(), 0.05)
  }

  /// The part of the frames that are not dark that stand in rows of three or more between dark and
  /// lit: a switch of the light makes one such frame, and three in a row are three switches within
  /// three frames. (A dot of just a frame can keep in step with the frames, each half lit.)
  var partlyLit: Double {
    let edge = max(0.1, 5 * deviation)
    var rows = 0
    var bright = 0
    var run = 0
    for level in levels + [0] {
      if level > edge { bright += 1 }
      if level > edge, level < 1 - edge {
        run += 1
      } else {
        if run >= 3 { rows += run }
        run = 0
      }
    }
    return Double(rows) / Double(max(1, bright))
  }

  /// Times at which the level passes half way between a low and the next high (`swing` apart at
  /// least), and between a high and the next low.
  private func crossings(swing: Double) -> (rises: [Double], falls: [Double]) {
    var turns: [Int] = []
    var extreme = 0
    var rising = true
    for index in levels.indices {
      let further = rising ? levels[index] > levels[extreme] : levels[index] < levels[extreme]
      if further {
        extreme = index
      } else if (levels[index] - levels[extreme]).magnitude > swing {
        turns.append(extreme)
        extreme = index
        rising.toggle()
      }
    }
    turns.append(extreme)
    var rises: [Double] = []
    var falls: [Double] = []
    for (from, to) in zip(turns, turns.dropFirst()) {
      let half = 0.5 * (levels[from] + levels[to])
      let up = levels[to] > levels[from]
      for index in from..<to where up ? levels[index + 1] >= half : levels[index + 1] <= half {
        let step = levels[index + 1] - levels[index]
        let part = step.magnitude > 1e-12 ? (half - levels[index]) / step : 0.5
        let time = times[index] + part * (times[index + 1] - times[index])
        if up { rises.append(time) } else { falls.append(time) }
        break
      }
    }
    return (rises, falls)
  }

  /// Where to look for a keying from nothing: the first `count` frames of the message, then, if
  /// that finds none, the `count` in which the light changes most.
  func stretches(of count: Int) -> [Range<Int>] {
    let limit = max(0.12, 5 * deviation)
    guard let onset = levels.firstIndex(where: { $0 > limit }) else { return [] }
    func stretch(_ first: Int) -> Range<Int> {
      let end = min(levels.count, first + count)
      return max(0, min(first, end - count) - 3)..<end
    }
    var activity = 0.0
    var most = (activity: 0.0, index: onset)
    for index in levels.indices.dropFirst() {
      activity += (levels[index] - levels[index - 1]).magnitude
      if index > count {
        activity -= (levels[index - count] - levels[index - count - 1]).magnitude
      }
      if activity > most.activity { most = (activity, index - count + 1) }
    }
    let second = stretch(max(0, most.index))
    let first = stretch(onset)
    return first == second ? [first] : [first, second]
  }
}
