/// How much a trace looks like something that is switched: two levels, well apart, with little between
/// them, and going to and fro.
struct Keyedness: Hashable, Sendable {
  var low: Double
  var high: Double
  /// Standard deviation around the levels.
  var deviation: Double
  /// Share of samples on the upper level.
  var share: Double
  /// Changes of level.
  var changes: Int
  /// Share of the samples in the middle 40 % between the levels.
  var between: Double

  var swing: Double { high - low }

  /// How far the levels are apart, in standard deviations. Noise without levels has 2.65 (a normal
  /// distribution cut in the middle: 1.6 / 0.6), a sine 4.1.
  /// A uniform distribution over one step is added to the noise: codecs let a tile toggle between two
  /// values, and nothing then lies between them.
  var separation: Double { swing / (deviation * deviation + 1.0 / 12).squareRoot() }

  /// Like `separation`, but by the median deviation on the level where it is greater: frames lit for a
  /// part of their exposure do not count as noise, and a saturated light does not hide an unsteady dark.
  var clarity: Double { swing / (typical * typical + 1.0 / 12).squareRoot() }

  /// The median deviation on the level where it is greater, as a standard deviation.
  private var typical: Double

  /// Whether nothing is left to be bettered: the threshold is six standard deviations from either
  /// level, and noise crosses it once in a thousand million samples.
  var isClear: Bool { clarity >= Self.clear }

  static let clear = 12.0
  /// Samples that tell levels.
  static let fewest = 12

  /// Clear, and nothing but the light's own edges lies off the levels: where one frame in three is lit
  /// for a part of its exposure, evenly spread, the separation is 6.
  var isUndisturbed: Bool { isClear && separation >= 6 }

  /// Whether something comes over a light that is clear but for that.
  var isDisturbed: Bool { hasBursts || isClear && strays > Self.fewStrays }

  /// Whether these levels, of a lamp of which those of another reading are told, are so many times further apart; or no
  /// nearer by as much, and less than half as often left by more than chance makes of few samples.
  func isBetter(than other: Keyedness, by factor: Double) -> Bool {
    if separation > factor * other.separation { return true }
    return isClear && separation * factor > other.separation
      && 2 * strays + Self.fewStrays < other.strays
  }

  /// Samples that lie off both levels by chance.
  private static let fewStrays = 3

  /// Where between the levels a value is: 0 low, 1 high.
  func position(_ value: Double) -> Double { swing > 0 ? (value - low) / swing : 0 }

  /// Where between the levels what is neither begins and ends: 30 % of the swing, over which noise seldom goes.
  private static let lower = 0.35
  private static let upper = 0.65

  /// Whether a value is on the upper level; nil where it is between them, in a burst, or no number.
  func isHigh(_ value: Double) -> Bool? {
    guard usual.contains(value) else { return nil }
    let position = position(value)
    return position > Self.upper ? true : position < Self.lower ? false : nil
  }

  /// How much greater values are, on average, where those of a trace beside them are on the upper of these levels than where
  /// they are on the lower.
  func lift(of values: [Double], by trace: [Double]) -> Double {
    var (sums, counts) = ([0.0, 0.0], [0.0, 0.0])
    for (value, own) in zip(values, trace) where value.isFinite {
      guard let isHigh = isHigh(own) else { continue }
      sums[isHigh ? 1 : 0] += value
      counts[isHigh ? 1 : 0] += 1
    }
    return sums[1] / max(1, counts[1]) - sums[0] / max(1, counts[0])
  }

  /// Of a light of which `dark` is what is there without it: whether its lower level is that. A light that never goes out
  /// only varies.
  func isDarkBetween(_ dark: Double = 0) -> Bool {
    high > dark && low - dark < Self.mostLeft * (high - dark)
  }

  /// The trace with what goes beyond the levels by more than half of the swing cut off: what bursts in.
  func cut(_ trace: [Double]) -> [Double] {
    let (least, most) = (low - 0.5 * swing, high + 0.5 * swing)
    return trace.map { $0.isFinite ? min(most, max(least, $0)) : $0 }
  }

  /// Part of a light that may be left where it goes out: as much as between levels counts for the lower one.
  private static let mostLeft = lower

  /// What is left of a trace without bursts, of which the levels are told.
  private(set) var usual = -Double.infinity...Double.infinity

  var hasBursts: Bool { usual.lowerBound.isFinite || usual.upperBound.isFinite }

  /// Samples that are neither near one of the levels nor between them, those in bursts included.
  private(set) var strays = 0

  /// The levels of a trace, whatever bursts into it (`Jump.usual`); nil for fewer than
  /// `fewest` samples or equal ones. What is not a number (the place was out of sight) is left out.
  init?(_ all: [Double]) {
    let trace = all.allSatisfy(\.isFinite) ? all : all.filter(\.isFinite)
    let sorted = trace.ascending()
    guard let found = Keyedness(bursting: trace, sorted: sorted) else { return nil }
    self = found.withoutBursts(trace, sorted: sorted) ?? found
    strays = trace.count { isStray($0) }
  }

  /// The levels of the same trace in another unit: `scale` times it, more than nought, and `offset`; nil where those are
  /// no numbers, or rounding means so much more or less there that the levels must be told anew.
  func scaled(by scale: Double, offset: Double) -> Keyedness? {
    guard scale > 0, scale.isFinite, offset.isFinite else { return nil }
    var scaled = self
    scaled.low = low * scale + offset
    scaled.high = high * scale + offset
    scaled.deviation *= scale
    scaled.typical *= scale
    scaled.usual = usual.lowerBound * scale + offset...usual.upperBound * scale + offset
    return scaled.isClear == isClear ? scaled : nil
  }

  /// Splits the samples where the variance between both sides is greatest (Otsu, 1979), with at least
  /// three samples on either side.
  private init?(bursting trace: [Double], sorted: [Double]) {
    guard trace.count >= Self.fewest else { return nil }
    let count = sorted.count
    let total = sorted.reduce(0, +)
    var sum = 0.0
    var best = -1.0
    var split = 0
    for index in 0..<(count - 3) {
      sum += sorted[index]
      guard index >= 2 else { continue }
      let below = Double(index + 1)
      let above = Double(count) - below
      let difference = total * below - sum * Double(count)
      let between = difference * difference / (below * above)
      if between > best {
        best = between
        split = index + 1
      }
    }
    guard best > 0 else { return nil }
    // Medians: frames lit for a part of their exposure lie between and would pull means together.
    low = sorted[split / 2]
    high = sorted[split + (count - split) / 2]
    guard high > low else { return nil }
    deviation = Self.deviation(
      trace, low: low, high: high, split: (sorted[split - 1] + sorted[split]) / 2)
    share = Double(count - split) / Double(count)
    typical = max(
      Self.typicalDeviation(sorted[..<split], from: low),
      Self.typicalDeviation(sorted[split...], from: high))
    let swing = high - low
    let (lower, upper) = (low + Self.lower * swing, low + Self.upper * swing)
    var state: Bool?
    changes = 0
    var middle = 0
    for value in trace {
      if value > low + 0.3 * swing, value < low + 0.7 * swing { middle += 1 }
      if value > upper, state != true {
        if state != nil { changes += 1 }
        state = true
      } else if value < lower, state != false {
        if state != nil { changes += 1 }
        state = false
      }
    }
    between = Double(middle) / Double(count)
  }

  /// Whether a value is off both levels by more than noise often goes, and not between them.
  private func isStray(_ value: Double) -> Bool {
    let position = position(value)
    return position < Self.lower - Self.upper || position > 1 + Self.upper - Self.lower
  }

  /// The levels of the same trace without what bursts into it; nil where nothing does.
  private func withoutBursts(_ trace: [Double], sorted: [Double]) -> Keyedness? {
    // One of the levels may be a burst's; or they are clear, and some samples far off both.
    let isRare = min(share, 1 - share) < Self.mostBurst
    let isLeft = isClear && trace.contains { abs(position($0) - 0.5) > 1.5 }
    guard isRare || isLeft, let bursts = Jump.usual(trace, sorted: sorted),
      isLeft || swing > 2 * bursts.swing,
      var found = Keyedness(
        bursting: trace.filter(bursts.range.contains), sorted: sorted.filter(bursts.range.contains))
    else { return nil }
    found.usual = bursts.range
    return found
  }

  /// Share of a level below which it may be a burst.
  private static let mostBurst = 0.3
  /// Separation of noise without levels (`separation`).
  static let ofNoise = 2.65
  /// Separation that noise without levels does not have, nor a sine.
  static let noiseless = 5.0

  /// The least variance, of that of the noise, with which a light can be as far apart as `isClear` or `noiseless` ask: one
  /// that is lit for a tenth of the time, p (1 - p) of the squared swing.
  static func leastVariance(isClear: Bool) -> Float {
    let separation = Float(isClear ? clear : noiseless)
    return 0.1 * 0.9 * separation * separation
  }

  /// Standard deviation around the means of both sides, without what lies on an edge: a frame that is lit
  /// for a part of its exposure, between one near the one level and one near the other, is no noise.
  private static func deviation(
    _ trace: [Double], low: Double, high: Double, split: Double
  ) -> Double {
    let near = 0.2 * (high - low)
    var (lower, upper) = (Spread(level: low), Spread(level: high))
    for index in trace.indices {
      let value = trace[index]
      if index > 0, index + 1 < trace.count {
        let (before, after) = (trace[index - 1], trace[index + 1])
        let (least, most) = (min(before, after), max(before, after))
        if least < low + near, most > high - near, value > least, value < most { continue }
      }
      if value < split { lower.add(value) } else { upper.add(value) }
    }
    let total = lower.count + upper.count
    return total > 0
      ? (max(0, lower.squaredDeviations + upper.squaredDeviations) / total).squareRoot() : 0
  }

  /// How far values lie around their mean, told from a level so that large numbers do not drown small differences.
  private struct Spread {
    let level: Double
    var count = 0.0
    var sum = 0.0
    var squares = 0.0
    /// The sum of the squared deviations from the mean.
    var squaredDeviations: Double { count > 0 ? squares - sum * sum / count : 0 }

    mutating func add(_ value: Double) {
      let away = value - level
      count += 1
      sum += away
      squares += away * away
    }
  }

  /// The standard deviation that a normal distribution with this median deviation has (1.4826 of it), of the side's values,
  /// smallest first.
  private static func typicalDeviation(_ side: ArraySlice<Double>, from level: Double) -> Double {
    guard !side.isEmpty else { return 0 }
    // The `nearest` values are so many next below the level, and the others next above it: bisects for the fewest below, of which
    // the next one below is no nearer than the last one above.
    let place = side.place(of: level)
    let nearest = side.count / 2 + 1
    var (fewest, most) = (
      max(0, nearest - (side.endIndex - place)), min(nearest, place - side.startIndex)
    )
    while fewest < most {
      let below = (fewest + most) / 2
      if level - side[place - 1 - below] < side[place + nearest - 1 - below] - level {
        fewest = below + 1
      } else {
        most = below
      }
    }
    let under = fewest > 0 ? level - side[place - fewest] : 0
    let over = nearest > fewest ? side[place + nearest - 1 - fewest] - level : 0
    return 1.4826 * max(under, over)
  }
}
