extension Detector.Detection {
  /// The samples with each mark ended earlier by so many seconds, none by more than it lasts. What nobody could see stays.
  ///
  /// A light that is brighter than the camera can show comes on at once, and fades: for a while it still is brighter than
  /// that, and each mark seems to end as much later.
  public func endingMarksEarlier(by time: Double) -> [LightSample] {
    var result = samples
    func isSeen(_ index: Int) -> Bool { samples[index].deviation < 1 }
    for index in samples.indices.dropFirst()
    where samples[index - 1].lit > 0.5 && samples[index].lit <= 0.5
      && isSeen(index - 1) && isSeen(index)
    {
      // From the end of its fading on, the rest of which would be a mark of its own.
      var taken = index
      while taken + 1 < samples.count, isSeen(taken + 1), samples[taken].lit > 0,
        samples[taken + 1].lit < samples[taken].lit
      {
        taken += 1
      }
      var left = time
      while left > 0, taken > 0, isSeen(taken), taken >= index || samples[taken].lit > 0.5 {
        let length = samples[taken].time - samples[taken - 1].time
        guard length > 0 else { break }
        let part = min(max(0, result[taken].lit), left / length)
        result[taken].lit -= part
        left -= part * length
        taken -= 1
      }
    }
    return result
  }

  /// By how many seconds marks seem to end late: how far a light outshines the picture nobody can see, but its dots and the
  /// gaps between them were keyed as long as each other. nil where marks are few, or it is less than a third of a dot: hands
  /// differ by as much.
  var balance: Double? {
    var (marks, gaps): ([Double], [Double]) = ([], [])
    for (event, next) in zip(events, events.dropFirst()) {
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
