/// A light that does more than to go to and fro between two levels, judged as it comes: it glows on (`Afterglow`), or its
/// levels wander (`WanderingLevels`).
struct UnsteadyLight: Sendable {
  private enum Kind: Sendable {
    case glowing(Afterglow.Undoing)
    /// By what all samples told, as far as they went; then as each comes.
    case wandering(LevelCourse, until: Double, LevelFollower)
  }

  private var kind: Kind
  private var hint = 0

  /// Beyond, to look would take longer than a picture may wait: a minute at 60 a second.
  static let most = 4000
  /// Seconds of samples that tell, where there are more of them: several characters at 10 WPM.
  static let least = 10.0

  /// What explains samples best; nil where that is two levels. For a camera's rates: samples are not taken together.
  init?(explaining samples: ArraySlice<BrightnessSample>) {
    guard let last = samples.last else { return nil }
    let found = Afterglow.found(in: samples)
    let glow = found?.together == 1 ? found?.glow : nil
    let course = LevelCourse(samples)
    if let glow = glow.flatMap({ $0.isLikelier(than: course) ? $0 : nil }) {
      kind = .glowing(Afterglow.Undoing(glow))
    } else if let course, let model = course.model, let follower = LevelFollower(samples, model) {
      kind = .wandering(course, until: last.time, follower)
    } else {
      return nil
    }
  }

  /// Takes the newest sample, before any is judged that comes after those it was found in.
  mutating func advance(_ sample: BrightnessSample) {
    guard case .wandering(let course, let end, var follower) = kind else { return }
    follower.advance(sample)
    kind = .wandering(course, until: end, follower)
  }

  /// Judges the next sample, in the order of time.
  mutating func judge(_ sample: BrightnessSample, _ threshold: Detector.Threshold) -> LightSample {
    switch kind {
    case .glowing(var undoing):
      defer { kind = .glowing(undoing) }
      return undoing.judge(sample, threshold)
    case .wandering(let course, let end, let follower):
      let levels =
        sample.time > end
        ? follower.levels(at: sample.time) : course.levels(at: sample.time, hint: &hint)
      return Detector.judge(sample, levels ?? course.whole, threshold, isKnown: true)
    }
  }

  /// Judges from the beginning again.
  mutating func restart() {
    hint = 0
    if case .glowing(let undoing) = kind { kind = .glowing(Afterglow.Undoing(undoing.glow)) }
  }

  /// The newer one, going on where this is.
  func renewed(as newer: UnsteadyLight) -> UnsteadyLight {
    guard case .glowing(var undoing) = kind, case .glowing(let now) = newer.kind else {
      return newer
    }
    undoing.glow = now.glow
    var result = newer
    result.kind = .glowing(undoing)
    return result
  }

  /// Unlit and lit now.
  var levels: TwoLevels? {
    switch kind {
    case .glowing(let undoing): undoing.levels
    case .wandering(_, _, let follower): follower.levels(at: .infinity)
    }
  }
}
