/// How well Morse by a clock explains a reading's steps: a machine's, or a paddle's, of whose steadiness a hand's spreads
/// know nothing. To be set against what is no Morse and keeps to a clock as well.
struct SteadyKeying: Sendable {
  /// Durations of the classes of `Fist`.
  private var classes = [NotMorse.Sums](repeating: NotMorse.Sums(), count: 5)
  /// log of the chance of the text.
  private var text = 0.0
  /// Of the last mark: whether a character ended there is told by the step after it.
  private var node = 0

  mutating func consume(_ step: PathStep, tree: CodeTree) {
    let kind = Int(step.kind)
    classes[kind].add(max(1e-6, step.end - step.start))
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
    let short = classes[Fist.dot].count + classes[Fist.elementGap].count
    guard short > 0 else { return -.infinity }
    let dot = (classes[Fist.dot].seconds + classes[Fist.elementGap].seconds) / short
    var fit = TickFit()
    var price = 0.0
    func add(_ kind: Int, usual: Double) {
      let one = classes[kind]
      guard one.count > 0 else { return }
      let ticks = usual == 1 ? 1 : max(2, (one.seconds / one.count / dot).rounded())
      fit.add(one, ticks: ticks)
      // Half of what keeps to a clock has the usual ratio, the others one of some six.
      price += naturalLogarithm(ticks == usual ? 0.5 : 0.5 / 6)
    }
    add(Fist.dot, usual: 1)
    add(Fist.elementGap, usual: 1)
    add(Fist.dash, usual: 3)
    guard fit.tick >= TickFit.shortest(logFrame: logFrame) else { return -.infinity }
    var loose = fit.logDensity(edgeVariance: edgeVariance) + price
    for kind in [Fist.letterGap, Fist.wordGap] where classes[kind].count > 0 {
      // A hand makes them as long as it likes.
      loose +=
        classes[kind].logMarginal(spread: 0.25, certainty: 0.1) - classes[kind].sum
    }
    add(Fist.letterGap, usual: 3)
    add(Fist.wordGap, usual: 7)
    let whole = fit.logDensity(edgeVariance: edgeVariance) + price
    let number = classes.reduce(0) { $0 + $1.count }
    return logarithmOfSum(whole, loose) - naturalLogarithm(2) + number * logFrame
      + text + tree.logStop[node]
  }
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
