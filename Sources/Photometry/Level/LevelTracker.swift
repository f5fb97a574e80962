/// Unlit and lit as they are now, from the samples of the last few seconds.
struct LevelTracker: Sendable {
  /// Seconds of samples that the levels are fitted to.
  private static let window = 8.0
  /// Seconds between fits.
  private static let interval = 0.25
  /// The highest of a few hundred samples of plain noise stand out by less than so many deviations.
  static let clearContrast = 5.0
  /// In noise a lamp still shows when samples follow each other more smoothly than noise does: the
  /// mean square of their differences over twice the variance is 1 for noise (von Neumann 1941).
  private static let leastContrast = 2.2
  private static let smoothness = 0.6
  private static let fewestNoisy = 60
  /// Most samples kept; beyond, they are thinned out.
  private static let capacity = 480

  private var times: [Double] = []
  private var values: [Double] = []
  private var step = 1
  private var skipped = 0
  private var nextFit = -Double.infinity
  private(set) var levels: TwoLevels?
  private let calibrationFrames: Int

  init(calibrationFrames: Int) {
    self.calibrationFrames = max(4, calibrationFrames)
  }

  /// Forgets all before `time`: what has been lit since is the new ambient.
  mutating func recalibrate(from time: Double) {
    let keep = times.firstIndex { $0 >= time } ?? times.count
    times.removeFirst(keep)
    values.removeFirst(keep)
    levels = nil
    nextFit = -.infinity
  }

  mutating func consume(_ sample: BrightnessSample) {
    skipped += 1
    guard skipped >= step else { return }
    skipped = 0
    times.append(sample.time)
    values.append(sample.brightness)
    if times.count > 2 * LevelTracker.capacity {
      var old = 0
      while old < times.count, times[old] < sample.time - LevelTracker.window { old += 1 }
      if old < times.count / 4 {
        step *= 2
        times = Swift.stride(from: 0, to: times.count, by: 2).map { times[$0] }
        values = Swift.stride(from: 0, to: values.count, by: 2).map { values[$0] }
      } else {
        times.removeFirst(old)
        values.removeFirst(old)
      }
    }
    guard sample.time >= nextFit || levels == nil, times.count >= calibrationFrames else { return }
    nextFit = sample.time + LevelTracker.interval
    fit(until: sample.time)
  }

  private mutating func fit(until now: Double) {
    let begin = times.firstIndex { $0 >= now - LevelTracker.window } ?? 0
    let recent = Array(values[begin...])
    guard let found = TwoLevels.fitWithoutBursts(recent) else { return }
    guard let old = levels else {
      if isLamp(found, recent), hasReturned(found, recent) { levels = found }
      return
    }
    if found.swing > 0.3 * old.swing, isLamp(found, recent) {
      levels = found
      return
    }
    // Something else lit the place for a while.
    if shows(old, recent) { return }
    // Nothing flashed: the unlit level goes with the daylight, the lamp is as bright as before.
    let unlit = recent.sorted()[recent.count / 2]
    guard abs(unlit - old.unlit) < 0.5 * old.swing else { return }
    levels = TwoLevels(unlit: unlit, lit: unlit + old.swing, deviation: old.deviation)
  }

  /// Whether most samples are at one of the two levels that were known, some at each.
  private func shows(_ levels: TwoLevels, _ recent: [Double]) -> Bool {
    let reach = 0.25 * levels.swing
    let unlit = recent.count { abs($0 - levels.unlit) < reach }
    let lit = recent.count { abs($0 - levels.lit) < reach }
    return 2 * (unlit + lit) > recent.count && 16 * min(unlit, lit) > recent.count
  }

  /// Whether the light came and went: a picture without noise settles by a step after its beginning,
  /// and stays there.
  private func hasReturned(_ found: TwoLevels, _ recent: [Double]) -> Bool {
    let middle = (found.unlit + found.lit) / 2
    guard let first = recent.firstIndex(where: { $0 > middle }) else { return false }
    return recent[first...].contains { $0 < middle }
  }

  private func isLamp(_ found: TwoLevels, _ recent: [Double]) -> Bool {
    if found.contrast > LevelTracker.clearContrast { return true }
    guard found.contrast > LevelTracker.leastContrast,
      recent.count >= LevelTracker.fewestNoisy
    else { return false }
    let mean = recent.reduce(0, +) / Double(recent.count)
    var variance = 0.0
    var differences = 0.0
    for (index, value) in recent.enumerated() {
      variance += (value - mean) * (value - mean)
      if index > 0 {
        differences += (value - recent[index - 1]) * (value - recent[index - 1])
      }
    }
    return differences < LevelTracker.smoothness * 2 * variance
  }
}
