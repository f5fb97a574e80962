/// How well Morse by a clock explains a reading's steps: a machine's, or a paddle's, of whose steadiness a hand's spreads
/// know nothing. To be set against what is no Morse and keeps to a clock as well.
struct SteadyKeying: Sendable {
  /// Seconds of each step of the classes of `Fist`.
  private var durations = [[Double]](repeating: [], count: 5)
  /// log of the chance of the text.
  private var text = 0.0
  /// Of the last mark: whether a character ended there is told by the step after it.
  private var node = 0

  mutating func consume(_ step: PathStep, tree: CodeTree) {
    let kind = Int(step.kind)
    durations[kind].append(max(1e-6, step.end - step.start))
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
    let shortest = TickFit.shortest(logFrame: logFrame)
    var all = logDensity(later: 0, edgeVariance: edgeVariance, shortest: shortest)
    if let dots = SteadyKeying.median(durations[Fist.dot]),
      let gaps = SteadyKeying.median(durations[Fist.elementGap])
    {
      // Marks that end later than they were sent, or sooner, by one time: one of so many, up to half a dot.
      let shifted =
        logDensity(later: (dots - gaps) / 2, edgeVariance: edgeVariance, shortest: shortest)
        + naturalLogarithm(TickFit.step)
      all = logarithmOfSum(all, shifted) - naturalLogarithm(2)
    }
    let number = Double(durations.reduce(0) { $0 + $1.count })
    return all + number * logFrame + text + tree.logStop[node]
  }

  /// log of the density of all durations in seconds, their marks ending `later` seconds later than they were sent.
  private func logDensity(later: Double, edgeVariance: Double, shortest: Double) -> Double {
    let sent = durations.indices.map { kind in
      durations[kind].map { kind == Fist.dot || kind == Fist.dash ? $0 - later : $0 + later }
    }
    guard let dot = SteadyKeying.median(sent[Fist.dot] + sent[Fist.elementGap]),
      dot > 2 * abs(later)
    else { return -.infinity }
    let reach = max(Strays.reach * dot, 4 * (2 * edgeVariance).squareRoot())
    var fit = TickFit()
    var price = 0.0
    func add(_ kind: Int, usual: Double, strays: Double = Strays.chance) {
      guard let usualDuration = SteadyKeying.median(sent[kind]) else { return }
      let ticks = usual == 1 ? 1 : max(2, (usualDuration / dot).rounded())
      for duration in sent[kind] {
        if abs(duration - ticks * dot) <= reach {
          fit.add(duration, ticks: ticks)
          price += naturalLogarithm(1 - strays)
        } else {
          price += Strays.logDensity(of: duration, chance: strays)
        }
      }
      // Half of what keeps to a clock has the usual ratio, the others one of some six.
      price += naturalLogarithm(ticks == usual ? 0.5 : 0.5 / 6)
    }
    add(Fist.dot, usual: 1)
    add(Fist.elementGap, usual: 1)
    add(Fist.dash, usual: 3)
    guard fit.number > 0, fit.tick >= shortest else { return -.infinity }
    // A hand makes the others as long as it likes.
    let loose =
      fit.logDensity(edgeVariance: edgeVariance) + price
      + SteadyKeying.logLoose(sent[Fist.letterGap], strays: Strays.chance)
      + SteadyKeying.logLoose(sent[Fist.wordGap], strays: SteadyKeying.pauses)
    add(Fist.letterGap, usual: 3)
    add(Fist.wordGap, usual: 7, strays: SteadyKeying.pauses)
    let whole = fit.logDensity(edgeVariance: edgeVariance) + price
    return logarithmOfSum(whole, loose) - naturalLogarithm(2)
  }

  /// log of the density of gaps that are alike but for strays, twice as long as usual or half.
  private static func logLoose(_ gaps: [Double], strays: Double) -> Double {
    guard let usual = median(gaps) else { return 0 }
    var alike = NotMorse.Sums()
    var price = 0.0
    for gap in gaps {
      if gap < 2 * usual, usual < 2 * gap {
        alike.add(gap)
        price += naturalLogarithm(1 - strays)
      } else {
        price += Strays.logDensity(of: gap, chance: strays)
      }
    }
    return alike.logMarginal(spread: 0.25, certainty: 0.1) - alike.sum + price
  }

  private static func median(_ durations: [Double]) -> Double? {
    durations.isEmpty ? nil : durations.sorted()[durations.count / 2]
  }

  /// Of gaps between words: between messages, or while the lamp was out of sight.
  private static let pauses = 0.1
}

/// What is known of the steps of a reading, beside the search that found them.
struct WeighedSteps: Sendable {
  private(set) var rivals = NotMorse()
  private(set) var steady = SteadyKeying()

  mutating func consume(_ step: PathStep, tree: CodeTree) {
    rivals.consume(step)
    steady.consume(step, tree: tree)
  }

  /// The evidence for Morse, all log-likelihoods: of the reading, the same sent by a clock, light that is no Morse, and light
  /// that is switched at random by a clock.
  ///
  /// The last counts until the odds are a thousand to one against it. Of readings of one light the one that fits worse keeps
  /// to no clock, and it would be the better one beside it.
  static func evidence(of reading: Double, steady: Double, over other: Double, clocked: Double)
    -> Double
  {
    let overClock = max(reading, steady) - clocked
    return overClock < naturalLogarithm(1000) ? min(reading - other, overClock) : reading - other
  }
}
