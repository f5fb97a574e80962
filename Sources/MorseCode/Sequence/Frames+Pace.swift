extension Frames {
  /// Whether the light changes too slowly or too seldom for any dots that are looked for within frames, so that no reading
  /// explains it. Most of what is no Morse is told so, at a hundredth of what reading it costs.
  ///
  /// Short texts of dots within a fiftieth of half a frame keep in step with the frames and are excluded, some two in a hundred.
  var excludeShortDots: Bool { changesLittle || isMostlyPaused || isMostlyHeld }

  /// Half of what differs from frame to frame where only dashes are sent, each of 3 x 1.56 frames, every edge of them in two
  /// frames: 2 x (0.5^2 + 0.5^2) of 2 x 4.7.
  private static let leastChange = 0.05

  private var changesLittle: Bool {
    let noise = deviation * deviation * Double(levels.count)
    let steps = zip(levels.dropFirst(), levels).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
    return steps - 2 * noise < Frames.leastChange * 2 * (levels.reduce(0) { $0 + $1 * $1 } - noise)
  }

  /// Whether more than half of what is dark between lit frames lasts longer than a word's gap: no message, which has a word's
  /// gap for some ten others, but a blink now and then.
  private var isMostlyPaused: Bool {
    let gaps = lengths(lit: false)
    let wordGap = 7 * Acquisition.dotsInFrames.upperBound + Frames.edges
    return !gaps.isEmpty && 2 * gaps.count { $0 > wordGap } > gaps.count
  }

  /// Whether more than two thirds of the lit time is longer than a dash. (Dots near half a frame are, for a while, lit in every
  /// frame: up to three fifths of the time in `draw.py --beyond`.)
  private var isMostlyHeld: Bool {
    let marks = lengths(lit: true)
    let dash = 3 * Acquisition.dotsInFrames.upperBound + Frames.edges
    return 3 * marks.filter { $0 > dash }.reduce(0, +) > 2 * marks.reduce(0, +)
  }

  /// A state's frames lie between two of the other state, each up to a frame from the edge.
  private static let edges = 2.0

  /// Frames from the last of the other state to the next of it, for each time that it is `lit`, or dark, in between.
  private func lengths(lit: Bool) -> [Double] {
    let others = levels.indices.filter { (levels[$0] > 0.5) != lit }
    return zip(others, others.dropFirst()).filter { $0 + 1 < $1 }
      .map { (times[$1] - times[$0]) / interval }
  }
}
