internal import CLuma

/// Follows lights that move and are much smaller than a tile, over what is restless itself.
///
/// Waves move a tile's mean by as much as a lamp of a few pixels does, and the dark hull that carries it takes as much
/// off as it adds. By how much a tile's brightest sample is brighter than the tile, or than it usually is where that is more,
/// neither has much part in: waves are soft, and where a hull comes over them it is their own brightness that is left.
struct PointTracker: Sendable {
  /// Lights that are followed at once: as many lamps as are told.
  private static let most = 8

  /// The variance of tiles above which they hide a lamp of two or three pixels: one that is 60 steps brighter than what is
  /// around it adds some 15 to its tile, and seven deviations (`FlashTracker.least`) of two steps are as much.
  private static let leastVariance: Float = 4

  private var flashes = FlashTracker(ofPoints: Self.most)
  /// Whether a good part of the picture is as restless; taken to be until that is known.
  private var isNeeded = true
  /// What is usual of the excesses.
  private var activity = SignalActivity()
  /// The variance that an excess has in restless parts of the picture; nil until it was first asked for.
  private var noise: Float?
  private var excess: [Float] = []
  private var stored: [UInt16] = []

  var tracks: [FlashTrack] { flashes.tracks }

  /// Whether a light is followed that has moved and may be a lamp.
  var isFollowing: Bool { tracks.contains { $0.id == nil && $0.hasMoved && $0.isSwitched } }

  /// Takes the next picture: its tiles, and the brightest sample of each (`FlashTracker.update`).
  mutating func update(
    _ signals: [Float], _ samples: [UInt8], _ usual: SignalActivity, _ scene: SignalMap,
    _ view: TileView, time: Double, gain: Float, range: ValueRange
  ) {
    guard isNeeded, samples.count == scene.tiles, usual.mean.count == scene.count else { return }
    let map = scene.ofLuma
    excess.fit(map.count)
    stored.fit(map.count)
    measure(signals, samples, usual, map, view, gain: gain, range: range)
    activity.update(excess, map, view, time: time, gain: 1, stored: &stored)
    guard let noise else { return }
    flashes.update(excess, [], activity, map, view, time: time, gain: 1, noise: noise)
  }

  /// See `FlashTracker.look`.
  mutating func look(
    at frame: borrowing Frame, _ meter: inout PeakMeter, _ placement: ScenePlacement
  ) {
    if isNeeded { flashes.look(at: frame, &meter, placement) }
  }

  /// Looks how restless the picture is, of which `usual` says what its tiles do. What moves over quiet parts tiles tell, and there
  /// any step of a codec would be a light: what a light must stand out of is what restless parts do.
  mutating func learnNoise(_ usual: SignalActivity, _ map: SignalMap) {
    guard let restless = usual.variance.prefix(map.tiles).upperQuartile else { return }
    guard restless > Self.leastVariance || tracks.contains(where: { $0.id != nil }) else {
      self = PointTracker()
      isNeeded = false
      return
    }
    isNeeded = true
    if activity.frames >= SignalActivity.fewest { noise = activity.variance[...].upperQuartile }
  }

  /// See `FlashTracker.take`.
  mutating func take(_ course: SpotCourse?, of index: Int) { flashes.take(course, of: index) }

  /// See `FlashTracker.name`.
  mutating func name(_ index: Int, _ track: FlashTrack, id: Int) {
    flashes.name(index, track, id: id)
  }

  private mutating func measure(
    _ signals: [Float], _ samples: [UInt8], _ usual: SignalActivity, _ map: SignalMap,
    _ view: TileView, gain: Float, range: ValueRange
  ) {
    let step = range.lumaStep / gain
    let runs = map.runs(view)
    signals.withUnsafeBufferPointer { signals in
      samples.withUnsafeBufferPointer { samples in
        usual.mean.withUnsafeBufferPointer { mean in
          excess.withUnsafeMutableBufferPointer { excess in
            guard let signals = signals.baseAddress, let samples = samples.baseAddress,
              let mean = mean.baseAddress, let excess = excess.baseAddress
            else { return }
            for row in view.firstRow..<(view.firstRow + view.rows) {
              let start = row.wrapped(map.rows) * map.columns
              for run in runs {
                let from = start + run.place
                luma_excess(
                  samples + from, step, range.black * step,
                  signals + from, 1 / gain, mean + from, run.count, excess + from)
              }
            }
          }
        }
      }
    }
  }
}

extension ArraySlice<Float> {
  /// Of those of some thousands that are known at all.
  fileprivate var upperQuartile: Float? {
    let step = Swift.max(1, count / 4096)
    let some = stride(from: startIndex, to: endIndex, by: step).map { Double(self[$0]) }.filter {
      $0 > 0
    }
    return some.isEmpty ? nil : Float(some.ascending()[some.count * 3 / 4])
  }
}
