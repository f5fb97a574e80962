/// How well Morse by a clock explains a reading's steps: a machine's, or a paddle's, of whose steadiness a hand's spreads
/// know nothing. To be set against what is no Morse and keeps to a clock as well.
struct SteadyKeying: Sendable {
  /// Seconds of each step of the classes of `Fist`.
  private var durations = [Durations](repeating: Durations(), count: 5)
  /// log of the chance of the text.
  private var text = 0.0
  /// Of the last mark: whether a character ended there is told by the step after it.
  private var node = 0

  mutating func consume(_ step: PathStep, tree: CodeTree) {
    let kind = Int(step.kind)
    durations[kind].add(step.end - step.start)
    switch kind {
    case Fist.letterGap: text += tree.logStop[Int(step.node)] + tree.logNoSpace
    case Fist.wordGap: text += tree.logStop[Int(step.node)] + tree.logSpace
    case Fist.elementGap: break
    default:
      text += tree.logStep[Int(step.node)]
      node = Int(step.node)
    }
  }

  /// log-likelihood of durations and text, in the scale of `NotMorse`.
  func logLikelihood(edgeVariance: Double, logFrame: Double, tree: CodeTree) -> Double {
    var laters = [(seconds: 0.0, log: naturalLogarithm(1 - SteadyKeying.late))]
    if let dots = durations[Fist.dot].median,
      let gaps = durations[Fist.elementGap].median
    {
      // Marks that end later than they were sent, or sooner, by one time: one of so many, up to half a dot.
      laters.append(((dots - gaps) / 2, naturalLogarithm(SteadyKeying.late * TickFit.step)))
    }
    var all = -Double.infinity
    for later in laters {
      for reach in SteadyKeying.reaches {
        let density = logDensity(
          later: later.seconds, reach: reach, edgeVariance: edgeVariance,
          shortest: TickFit.shortest(logFrame: logFrame))
        all = logarithmOfSum(
          all, density + later.log - naturalLogarithm(Double(SteadyKeying.reaches.count)))
      }
    }
    let number = durations.reduce(0) { $0 + $1.count }
    return all + number * logFrame + text + tree.logStop[node]
  }

  /// log of the density of all durations in seconds, their marks ending `later` seconds later than they were sent, those
  /// strays that are farther than `reach` dots from their class's length, or than noise moves edges.
  private func logDensity(later: Double, reach: Double, edgeVariance: Double, shortest: Double)
    -> Double
  {
    let sent = durations.indices.map { kind in
      durations[kind].longer(by: kind == Fist.dot || kind == Fist.dash ? -later : later)
    }
    guard let dot = Durations(sent[Fist.dot], and: sent[Fist.elementGap]).median,
      dot > 2 * abs(later)
    else { return -.infinity }
    let ticks = sent.indices.map { kind in
      kind == Fist.dot || kind == Fist.elementGap
        ? 1 : sent[kind].median.map { max(2, ($0 / dot).rounded()) } ?? 0
    }
    // One duration in eighty is farther off by noise at its edges.
    let edges = 2.5 * (2 * edgeVariance).squareRoot()
    func add(_ kind: Int, to clock: inout Clock, by tick: Double) {
      let chance = kind == Fist.wordGap ? SteadyKeying.pauses : Strays.chance
      for (duration, count) in sent[kind].counted {
        if abs(duration - ticks[kind] * tick) <= max(reach * tick, edges) {
          clock.fit.add(duration, ticks: ticks[kind], times: count)
          clock.price += count * naturalLogarithm(1 - chance)
        } else {
          clock.price += count * Strays.logDensity(of: duration, chance: chance)
        }
      }
      // Half of what keeps to a clock has the usual ratio, the others one of some six.
      if sent[kind].count > 0 {
        clock.price += naturalLogarithm(ticks[kind] == SteadyKeying.usual[kind] ? 0.5 : 0.5 / 6)
      }
    }
    // All classes tell the tick, which whole frames hide in the dots.
    var rough = Clock()
    for kind in sent.indices { add(kind, to: &rough, by: dot) }
    guard rough.fit.number > 0 else { return -.infinity }
    let tick = rough.fit.tick
    var clock = Clock()
    for kind in [Fist.dot, Fist.elementGap, Fist.dash] { add(kind, to: &clock, by: tick) }
    guard clock.fit.number > 0, clock.fit.tick >= shortest else { return -.infinity }
    // A hand makes the others as long as it likes.
    let loose =
      clock.logDensity(edgeVariance: edgeVariance)
      + SteadyKeying.logLoose(sent[Fist.letterGap], strays: Strays.chance)
      + SteadyKeying.logLoose(sent[Fist.wordGap], strays: SteadyKeying.pauses)
    for kind in [Fist.letterGap, Fist.wordGap] { add(kind, to: &clock, by: tick) }
    return logarithmOfSum(clock.logDensity(edgeVariance: edgeVariance), loose) - naturalLogarithm(2)
  }

  /// What keeps to the clock, and log of what the rest and the classes' ratios cost.
  private struct Clock {
    var fit = TickFit()
    var price = 0.0

    func logDensity(edgeVariance: Double) -> Double {
      fit.logDensity(edgeVariance: edgeVariance) + price
    }
  }

  /// Ticks of the classes of `Fist`.
  private static let usual = [1.0, 3, 1, 3, 7]

  /// log of the density of gaps that are alike but for strays, which are twice as long as usual or half of it.
  private static func logLoose(_ gaps: Durations, strays: Double) -> Double {
    guard let usual = gaps.median else { return 0 }
    var alike = NotMorse.Sums()
    var price = 0.0
    for (gap, count) in gaps.counted {
      if gap < 2 * usual, usual < 2 * gap {
        alike.add(gap, times: count)
        price += count * naturalLogarithm(1 - strays)
      } else {
        price += count * Strays.logDensity(of: gap, chance: strays)
      }
    }
    return alike.logMarginal(spread: 0.25, certainty: 0.1) - alike.sum + price
  }

  /// Dots: all that is nearer to its class's length than to another, that of an uneven tick, and of a keen clock.
  private static let reaches = [0.5, 0.25, 0.125]
  /// Of lights: brighter than the picture shows, or seen with another level than the middle.
  private static let late = 0.2
  /// Of gaps between words: between messages, or while the lamp was out of sight.
  private static let pauses = 0.1
}
