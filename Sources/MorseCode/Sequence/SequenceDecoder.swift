/// Reads steady Morse whose dots are shorter than a camera's frame.
public struct SequenceDecoder: Sendable {
  /// Whether the samples say that dots are shorter than about 1.3 frames.
  public static func suggests(_ samples: [KeySample]) -> Bool { false }

  /// The best text; nil where no steady keying explains the frames.
  public static func read(_ samples: [KeySample], options: TimingDecoder.Options)
    -> DecodedMessage?
  {
    guard let frames = Frames(samples) else { return nil }
    guard let (candidate, path, trellis) = solve(frames) else { return nil }
    var characters: [DecodedCharacter] = []
    let grid = candidate.parameters.grid
    for (index, letter) in path.letters.enumerated() {
      let time = frames.origin + grid.start + Double(letter.cell) * grid.dot
      let end = frames.origin + grid.start + Double(letter.end - 1) * grid.dot
      if index > 0 {
        let gap = letter.cell - path.letters[index - 1].end + 1
        if gap > 3, let last = characters.last {
          characters.append(
            DecodedCharacter(
              text: " ", code: "", time: last.time + last.duration,
              duration: time - last.time - last.duration, confidence: 1, wpm: 1.2 / grid.dot))
        }
      }
      characters.append(
        DecodedCharacter(
          text: trellis.text[letter.node] ?? "#", code: trellis.code[letter.node], time: time,
          duration: end - time, confidence: 1, wpm: 1.2 / grid.dot))
    }
    return DecodedMessage(characters: characters, evidence: 0)
  }

  static func solve(_ frames: Frames) -> (Acquisition.Candidate, SequenceSearch.Path, CodeTrellis)?
  {
    let trellis = CodeTrellis(table: .international)
    let limits = Acquisition.dotsInFrames
    var acquisition = Acquisition(
      frames: frames,
      dots: (limits.lowerBound * frames.interval)...(limits.upperBound * frames.interval),
      trellis: trellis)
    guard let onset = acquisition.onset else { return nil }
    var candidates = acquisition.coarse(count: 60)
    var length = Acquisition.stretch
    var keep = 16
    var known: Range<Int>?
    while true {
      let range = max(0, onset - 3)..<min(frames.times.count, onset + length)
      candidates = candidates.map { candidate in
        var start = candidate
        if let known { start = acquisition.extended(candidate, from: known, to: range) }
        return acquisition.refined(start, in: range, rounds: 3)
      }
      candidates = distinct(candidates, keep: keep)
      if range.upperBound == frames.times.count { break }
      known = range
      length = length * 3 / 2
      keep = max(2, keep * 2 / 3)
    }
    guard let best = candidates.first else { return nil }
    let path = acquisition.path(best, in: max(0, onset - 3)..<frames.times.count)
    return (best, path, trellis)
  }

  /// The best of `candidates`, those that are the same grid found from several starts once.
  private static func distinct(_ candidates: [Acquisition.Candidate], keep: Int)
    -> [Acquisition.Candidate]
  {
    var kept: [Acquisition.Candidate] = []
    for candidate in candidates.sorted(by: { $0.score > $1.score }) where kept.count < keep {
      let a = candidate.parameters.grid
      let known = kept.contains {
        let b = $0.parameters.grid
        return (a.dot - b.dot).magnitude < 1e-3 * a.dot
          && (candidate.score - $0.score).magnitude < 0.5
      }
      if !known { kept.append(candidate) }
    }
    return kept
  }
}
