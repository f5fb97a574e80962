extension [LightEvent] {
  /// By how many seconds marks seem to end late: how far a light outshines the picture nobody can see, but its dots and the
  /// gaps between them were keyed as long as each other. nil where marks are few, or it is less than a third of a dot: hands
  /// differ by as much.
  public var lateness: Double? {
    var (marks, gaps): ([Double], [Double]) = ([], [])
    for (event, next) in zip(self, dropFirst()) {
      let duration = next.time - event.time
      if event.isOn { marks.append(duration) } else { gaps.append(duration) }
    }
    guard marks.count >= Self.fewestMarks, gaps.count >= Self.fewestMarks else { return nil }
    marks.sort()
    gaps.sort()
    // Of gaps half are between elements; of marks there may be few dots.
    let (mark, gap) = (marks[marks.count / 8], gaps[gaps.count / 4])
    let late = 0.5 * (mark - gap)
    return late > Self.leastPart * 0.5 * (mark + gap) ? late : nil
  }

  /// Two letters or so.
  private static let fewestMarks = 6
  private static let leastPart = 0.3
}

extension Afterglow {
  /// Whether the light goes on far faster than out, as one does of which the picture shows only the lower part.
  var comesAtOnce: Bool { 2 * keptLit < keptUnlit }
}
