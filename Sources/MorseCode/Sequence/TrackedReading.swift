/// A reading of keying that does not keep exact step, with what it is worth.
struct TrackedReading: Sendable {
  private let frames: Frames
  private let trellis: CodeTrellis
  private let dot: Double
  /// The best and its rivals, with how probable each is.
  private let rivals: [(steps: [TrackingSearch.Step], weight: Double)]
  /// `DecodedMessage.evidence`.
  let evidence: Double
  /// The same before the parameters are paid for.
  private(set) var gain = -Double.infinity
  /// As of `SequenceReading`.
  private(set) var logLikelihood = -Double.infinity

  init(
    frames: Frames, candidate: Acquisition.Candidate, trellis: CodeTrellis, unsteadiness: Double
  ) {
    self.frames = frames
    self.trellis = trellis
    dot = candidate.parameters.grid.dot
    // Errors of exposure and curve, which a short stretch does not settle, add to the noise.
    let deviation = max(0.03, 1.5 * frames.deviation)
    var search = TrackingSearch(
      frames: frames, trellis: trellis, parameters: candidate.parameters, deviation: deviation,
      unsteadiness: unsteadiness)
    let found = search.run()
    guard let best = found.first, let first = best.steps.first, let last = best.steps.last else {
      rivals = []
      evidence = -.infinity
      return
    }
    let weights = found.map { exponential($0.score - best.score) }
    let sum = weights.reduce(0, +)
    rivals = zip(found, weights).map { ($0.steps, $1 / sum) }
    let times = frames.times
    let begin = times.firstIndex { $0 > first.on - 2 * candidate.parameters.grid.dot } ?? 0
    let end = times.lastIndex { $0 < last.off + 2 * candidate.parameters.grid.dot } ?? 0
    let codes = best.steps.filter { $0.gap > 1 }.map { trellis.code[$0.node] }
    guard begin + 8 < end, !SequenceReading.isMonotonous(codes),
      Periodicity.strength(frames, begin...end) < Periodicity.limit
    else {
      evidence = -.infinity
      return
    }
    let all = Double(times.count)
    logLikelihood =
      best.score - 0.5 * all * naturalLogarithm(2 * .pi * deviation * deviation)
      - Self.price(of: times.count)
    let dark = candidate.parameters.curve.level(0)
    var morse = best.score
    for index in times.indices where index < begin || index > end {
      morse += search.cost(frames.levels[index] - dark, 0)
    }
    let count = end - begin + 1
    morse -= 0.5 * Double(count) * naturalLogarithm(2 * .pi * deviation * deviation)
    gain = morse - SequenceEvidence.withoutCode(Array(frames.levels[begin...end]))
    evidence = gain - Self.price(of: count)
  }

  /// What its nine parameters cost, fitted to so many frames (BIC): the grid's three, five of curve and noise, and the
  /// unsteadiness.
  static func price(of frames: Int) -> Double { 4.5 * naturalLogarithm(Double(frames)) }

  var message: DecodedMessage {
    guard let best = rivals.first?.steps else {
      return DecodedMessage(characters: [], evidence: evidence)
    }
    let wpm = 1.2 / dot
    var characters: [DecodedCharacter] = []
    var on = best.first?.on ?? 0
    for (index, step) in best.enumerated() where step.gap > 1 {
      let agreed = rivals.reduce(0.0) { sum, rival in
        let same = rival.steps.contains {
          $0.gap > 1 && $0.node == step.node && ($0.off - step.off).magnitude < 0.5 * dot
        }
        return sum + (same ? rival.weight : 0)
      }
      // Rivals that the beam has dropped are not among them.
      let confidence = min(0.97, agreed)
      characters.append(
        DecodedCharacter(
          text: trellis.text[step.node] ?? "#", code: trellis.code[step.node],
          time: frames.origin + on, duration: step.off - on, confidence: confidence, wpm: wpm))
      guard index + 1 < best.count else { break }
      let next = best[index + 1].on
      if step.gap > 3 {
        characters.append(
          DecodedCharacter(
            text: " ", code: "", time: frames.origin + step.off, duration: next - step.off,
            confidence: confidence, wpm: wpm))
      }
      on = next
    }
    return DecodedMessage(characters: characters, evidence: evidence)
  }
}
