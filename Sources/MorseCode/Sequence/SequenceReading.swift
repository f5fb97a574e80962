/// The last reading of all frames, with what it is worth.
struct SequenceReading: Sendable {
  let frames: Frames
  let trellis: CodeTrellis
  let grid: CellGrid
  let path: SequenceSearch.Path
  let costs: CellCosts
  /// `DecodedMessage.evidence`.
  let evidence: Double
  /// log-likelihood of all frames with the prior of the text, the parameters paid for.
  let logLikelihood: Double
  /// All letters, a cut-off one too where it is one.
  let letters: [SequenceSearch.Letter]

  init(frames: Frames, candidate: Acquisition.Candidate, trellis: CodeTrellis) {
    self.frames = frames
    self.trellis = trellis
    var p = candidate.parameters
    let all = 0..<frames.times.count
    p.grid = p.grid.based(at: frames.times[0] - 0.5 * p.grid.exposure - p.grid.dot)
    grid = p.grid
    let curve = p.curve
    var costs = CellCosts()
    // Errors of the grid and the curve come on top of the noise's.
    costs.fill(
      frames, in: all, grid: grid, curve: curve, deviation: max(0.02, 1.2 * candidate.deviation))
    var search = SequenceSearch(trellis: trellis)
    let path = search.path(costs)
    self.path = path
    self.costs = costs
    var letters = path.letters
    if let partial = path.partial, trellis.text[partial.node] != nil { letters.append(partial) }
    self.letters = letters
    let fit = GridFit(frames: frames, range: all, lit: search.lit(path, count: costs.cells + 8))
    let parameters = p.shape == nil ? 7 : 13
    logLikelihood =
      SequenceEvidence.glitchy(all.map { frames.levels[$0] - curve.level(fit.lit($0, p.grid)) })
      + path.prior - 0.5 * Double(parameters) * naturalLogarithm(Double(all.count))
    let explained = candidate.deviation < SequenceReading.mostUnexplained(frames)
    guard explained, let first = letters.first, let last = letters.last else {
      evidence = -.infinity
      return
    }
    let from = p.grid.start + Double(first.cell - 3) * p.grid.dot
    let to = p.grid.start + Double(last.end + 3) * p.grid.dot
    let begin = frames.times.firstIndex { $0 > from } ?? 0
    let end = frames.times.lastIndex { $0 < to } ?? 0
    guard begin < end else {
      evidence = -.infinity
      return
    }
    let span = begin...end
    let repeats =
      SequenceReading.isMonotonous(letters.map { trellis.code[$0.node] })
      || Periodicity.strength(frames, span) > Periodicity.limit
    evidence =
      repeats
      ? -.infinity
      : SequenceEvidence.compare(
        levels: frames.levels[span],
        errors: span.map { frames.levels[$0] - curve.level(fit.lit($0, p.grid)) },
        prior: path.prior, parameters: parameters,
        marks: letters.reduce(0) { $0 + trellis.code[$1.node].count },
        pauses: zip(letters, letters.dropFirst()).count { $1.cell - $0.end + 1 > 7 })
  }

  /// Standard deviation of the errors from which a reading explains nothing: what steady keying leaves
  /// unexplained is noise, and a few frames in a hundred of glitches.
  static func mostUnexplained(_ frames: Frames) -> Double { max(0.07, 3 * frames.deviation) }

  /// Whether it is one mark again and again at one interval: an indicator, a flicker, no text. Nor is one whose letters are
  /// the same but for a quarter, once there are eight of them: flashes alike, a few of which were read otherwise. (Of
  /// `SOS SOS` two thirds are.)
  static func isMonotonous(_ codes: [String]) -> Bool {
    guard let first = codes.first else { return true }
    let most = Dictionary(grouping: codes, by: \.self).values.map(\.count).max() ?? 0
    if codes.count >= 8, 4 * most > 3 * codes.count { return true }
    guard codes.allSatisfy({ $0 == first }), Set(first).count < 2 else { return false }
    return first.count < 2 || codes.count == 1 && first.count > 3
  }

  var message: DecodedMessage {
    let posterior = SequencePosterior(trellis: trellis, costs: costs)
    let wpm = 1.2 / grid.dot
    var characters: [DecodedCharacter] = []
    for (index, letter) in letters.enumerated() {
      let (probability, word) = posterior.probability(of: letter)
      let time = frames.origin + grid.start + Double(letter.cell) * grid.dot
      let duration = Double(letter.end - 1 - letter.cell) * grid.dot
      characters.append(
        DecodedCharacter(
          text: trellis.text[letter.node] ?? "#", code: trellis.code[letter.node], time: time,
          duration: duration, confidence: probability, wpm: wpm))
      guard index + 1 < letters.count else { break }
      let gap = letters[index + 1].cell - letter.end + 1
      if gap > 3 {
        characters.append(
          DecodedCharacter(
            text: " ", code: "", time: time + duration, duration: Double(gap) * grid.dot,
            confidence: probability * word, wpm: wpm))
      }
    }
    return DecodedMessage(characters: characters, evidence: evidence)
  }
}
