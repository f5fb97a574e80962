/// Levels that wander, followed as the samples come: the likeliest of the paths that survive, a moment late as it
/// proves to be, and at once as it seems.
struct LevelFollower: Sendable {
  private struct Moment {
    var time: Double
    /// For each survivor, which of those at the moment before it goes on from, and its levels.
    var paths: [(before: Int, levels: TwoLevels)]
  }

  private var survivors: LevelSurvivors
  private var moments: [Moment] = []

  /// Moments that are kept.
  private static let most = 64

  /// Begins with samples, of which there is at least one.
  init?(_ samples: ArraySlice<BrightnessSample>, _ model: LevelFilter.Model) {
    guard let first = samples.first else { return nil }
    survivors = LevelSurvivors(first: first.brightness, model)
    note(first.time)
    for sample in samples.dropFirst() { advance(sample) }
  }

  /// Takes the next sample.
  mutating func advance(_ sample: BrightnessSample) {
    guard let last = moments.last, sample.time > last.time else { return }
    _ = survivors.advance(sample.brightness, after: sample.time - last.time)
    note(sample.time)
  }

  private mutating func note(_ time: Double) {
    let paths = survivors.paths.map { path in
      let levels = TwoLevels(
        unlit: path.filter.unlit, lit: path.filter.unlit + path.filter.swing,
        deviation: survivors.model.noise)
      return (path.step.before, levels)
    }
    moments.append(Moment(time: time, paths: paths))
    if moments.count > 2 * Self.most { moments.removeFirst(Self.most) }
  }

  /// The levels at a sample's time, as all samples that have come tell which path is the likeliest.
  func levels(at time: Double) -> TwoLevels? {
    var at = 0
    var levels: TwoLevels?
    for moment in moments.reversed() {
      let path = moment.paths[at]
      levels = path.levels
      guard moment.time > time else { break }
      at = path.before
    }
    return levels
  }
}
