extension Frames {
  /// Whether slower Morse is excluded, though dots need not be short for sure: of dots of 1.5 frames
  /// and less, all of which the sequence decoder looks among, or of far shorter ones.
  var mayBeShort: Bool {
    let alternations = self.alternations
    guard deviation < Frames.tooNoisy else { return false }
    return alternations.count < 4 || quantile(alternations, 0.05) < 3.05
      || partlyLit > 0.1
  }

  /// Noise as part of the swing that makes alternations of its own; where dots are shorter than a
  /// frame, nothing could be read beneath it anyway.
  static let tooNoisy = 0.05

  /// Frames from one rise of the light to the next, and from fall to fall, in order of length.
  ///
  /// In steady keying these are 2, 4, 6, 8 or 10 dots, whatever the exposure and the threshold add
  /// to the one state and take from the other.
  var alternations: [Double] {
    let crossings = self.crossings(swing: max(0.22, 5 * deviation))
    var intervals: [Double] = []
    for direction in [crossings.rises, crossings.falls] {
      intervals += zip(direction.dropFirst(), direction).map { ($0 - $1) / interval }
    }
    return intervals.sorted()
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
}
