/// How a hand (an operator's fist) departs from exact timing. Lengths are in dots, of the speed keyed at.
public struct KeyingStyle: Hashable, Sendable {
  /// Log-normal lengths, as measured on operators: of each kind of run the mean and standard
  /// deviation of the logarithm of its length in dots.
  public struct LogNormal: Hashable, Sendable {
    public struct Length: Hashable, Sendable {
      public var mean: Double
      public var deviation: Double

      public init(_ mean: Double, _ deviation: Double) {
        self.mean = mean
        self.deviation = deviation
      }
    }

    public var dot: Length
    public var dash: Length
    public var elementGap: Length
    public var letterGap: Length
    public var wordGap: Length
    /// Standard deviation, over senders, of what marks are too long and gaps too short by.
    public var imbalance: Double

    public init(
      dot: Length, dash: Length, elementGap: Length, letterGap: Length, wordGap: Length,
      imbalance: Double
    ) {
      self.dot = dot
      self.dash = dash
      self.elementGap = elementGap
      self.letterGap = letterGap
      self.wordGap = wordGap
      self.imbalance = imbalance
    }
  }

  /// Standard deviation of every length, in dots.
  public var absoluteJitter: Double
  /// Standard deviation of every length, as a part of that length.
  public var proportionalJitter: Double
  /// By what part of the speed it rises from the first element to the last; negative: it falls.
  public var drift: Double
  /// What the speed is multiplied by from the middle of the message on.
  public var change: Double
  /// Dots by which marks are longer and gaps shorter.
  public var weight: Double
  public var elementGap: Double
  public var letterGap: Double
  public var wordGap: Double
  /// Replaces all of the above where given.
  public var logNormal: LogNormal?

  public init(
    absoluteJitter: Double = 0, proportionalJitter: Double = 0, drift: Double = 0,
    change: Double = 1, weight: Double = 0, elementGap: Double = 1, letterGap: Double = 3,
    wordGap: Double = 7, logNormal: LogNormal? = nil
  ) {
    self.absoluteJitter = absoluteJitter
    self.proportionalJitter = proportionalJitter
    self.drift = drift
    self.change = change
    self.weight = weight
    self.elementGap = elementGap
    self.letterGap = letterGap
    self.wordGap = wordGap
    self.logNormal = logNormal
  }

  /// A machine.
  public static let exact = KeyingStyle()

  /// A straight key: dashes of 4.5 dots, letter gaps likewise, word gaps of 7.4, all uneven. The
  /// figures are those that VE3NEA measured on straight keys and used to train his decoder.
  public static let straightKey = KeyingStyle(
    logNormal: LogNormal(
      dot: .init(0, 0.15), dash: .init(1.5, 0.3), elementGap: .init(0, 0.2),
      letterGap: .init(1.5, 0.3), wordGap: .init(2, 0.2), imbalance: 0.1))

  /// A paddle keyer: even elements, gaps between letters by hand (the same source).
  public static let paddle = KeyingStyle(
    logNormal: LogNormal(
      dot: .init(0, 0.05), dash: .init(1.1, 0.016), elementGap: .init(0, 0.05),
      letterGap: .init(1.1, 0.2), wordGap: .init(1.94, 0.2), imbalance: 0.1))
}
