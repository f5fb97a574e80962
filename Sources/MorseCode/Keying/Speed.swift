/// How fast and in what proportions a text is keyed, in the PARIS standard's units.
public struct Speed: Hashable, Sendable {
  /// Words a minute at which characters are keyed: a dot lasts 1.2 / wpm seconds.
  public var wpm: Double
  /// Farnsworth: words a minute overall, when the gaps are longer than the characters ask for.
  public var overallWPM: Double?
  /// Length of a dash, in dots.
  public var dashRatio: Double

  public init(wpm: Double, overallWPM: Double? = nil, dashRatio: Double = 3) {
    self.wpm = wpm
    self.overallWPM = overallWPM
    self.dashRatio = dashRatio
  }

  /// Seconds of a dot.
  public var dot: Double { 1.2 / wpm }

  /// Seconds that the gap between letters (3 dots) and words (7 dots) is stretched by, a dot.
  ///
  /// ARRL, "A standard for Morse timing using the Farnsworth technique" (1990): the extra time is
  /// spread over the 19 units of letter and word gap of the word PARIS.
  public var gapDot: Double {
    guard let overall = overallWPM, overall < wpm else { return dot }
    return (60 * wpm - 37.2 * overall) / (overall * wpm) / 19
  }
}
