/// The lamp that fills the picture, and what is a part of it.
extension CandidateSearch {
  /// The lamp that fills the picture.
  func wholePicture() -> Candidate? {
    let probe = Probe(mean: 1)
    var trace = self.trace(probe)
    guard var keyedness = Keyedness(trace) else { return nil }
    var shown = probe
    if Sense.isInverted(trace, times: times, keyedness) {
      shown = probe.turned(keyedness)
      trace = self.trace(shown)
      guard let turned = Keyedness(trace) else { return nil }
      keyedness = turned
    }
    return Candidate(
      probe: shown, keyedness: keyedness, trace: trace,
      x: Double(view.firstColumn) + Double(view.columns) / 2,
      y: Double(view.firstRow) + Double(view.rows) / 2, tiles: view.columns * view.rows,
      isWhole: true)
  }

  /// Whether a candidate is what moves the whole picture's mean as `whole` shows, and is read no worse.
  func places(_ candidate: Candidate, _ whole: Keyedness, trace: [Double]) -> Bool {
    guard candidate.isApart,
      candidate.keyedness.isClear || candidate.keyedness.separation >= whole.separation,
      whole.swing < Self.fillingShare * candidate.keyedness.swing
    else { return false }
    return abs(TraceMath.correlation(passed(candidate.trace), passed(trace))) > 0.9
  }

  /// Whether a candidate is a part of what fills the picture, and is read no better, or clearly only where it shows some of the
  /// marks: it goes out of sight where the camera turns, and the whole does not.
  func isPart(_ candidate: Candidate, of whole: Candidate) -> Bool {
    whole.isApart && whole.keyedness.swing >= Self.fillingShare * candidate.keyedness.swing
      && (!candidate.keyedness.isBetter(than: whole.keyedness, by: Self.worthWhile)
        || isMissingMarks(candidate, of: whole))
      && TraceMath.areOfOneLight(passed(candidate.trace), passed(whole.trace))
  }

  /// Whether a candidate is clear because it shows but some of the marks: so a mix of places does, which the exposure darkens
  /// with the light for a while.
  private func isMissingMarks(_ candidate: Candidate, of whole: Candidate) -> Bool {
    whole.keyedness.separation > Keyedness.noiseless
      && whole.keyedness.showsMoreMarks(than: candidate.keyedness)
  }

  /// A light that moves the picture's mean by more than this part of its own swing fills the picture,
  /// its glow included: it has no place, and all of the picture shows it with the least noise.
  private static let fillingShare = 0.25
}
