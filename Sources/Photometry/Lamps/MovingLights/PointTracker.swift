internal import CLuma

/// Follows lights that move and are much smaller than a tile, over what is restless itself, or is darker than what they pass.
///
/// Waves move a tile's mean by as much as a lamp of a few pixels does, and the dark hull that carries it takes as much
/// off as it adds, or more. By how much a tile's brightest sample is brighter than the tile, or than it usually is where that is more,
/// neither has much part in: waves are soft, and where a hull comes over them it is their own brightness that is left.
struct PointTracker: Sendable {
  /// Lights that are followed at once: as many lamps as are told.
  private static let most = 8

  /// The variance that excesses have at least: where nothing is restless any step of a codec would be a light. A lamp of two or
  /// three pixels that is 60 steps brighter than what is around it adds some 15 to its tile, and more to the brightest sample; seven
  /// deviations (`FlashTracker.least`) of two steps are as much.
  private static let leastVariance: Float = 4

  /// The brightness of the whole picture against the usual, beyond which its brightest samples tell nothing: they are clipped where
  /// a lamp makes all of it white, and noise where it is dark.
  private static let gains: ClosedRange<Float> = 0.5...2

  private var flashes = FlashTracker(ofPoints: Self.most)
  /// What is usual of the excesses.
  private var activity = SignalActivity()
  /// The variance that an excess has in restless parts of the picture; nil until it was first asked for.
  private var noise: Float?
  private var excess: [Float] = []
  private var stored: [UInt16] = []
  private var range = ValueRange.full

  var tracks: [FlashTrack] { flashes.tracks }

  /// Whether a light is followed that has moved and may be a lamp.
  var isFollowing: Bool { tracks.contains { $0.id == nil && $0.hasMoved && $0.isSwitched } }

  /// Takes the next picture: its tiles, and the brightest sample of each (`FlashTracker.update`).
  mutating func update(
    _ signals: [Float], _ samples: [UInt8], _ usual: SignalActivity, _ scene: SignalMap,
    _ view: TileView, time: Double, gain: Float, range: ValueRange
  ) {
    guard Self.gains.contains(gain), samples.count == scene.tiles, usual.mean.count == scene.count
    else { return }
    let map = scene.ofLuma
    excess.fit(map.count)
    stored.fit(map.count)
    self.range = range
    measure(signals, samples, usual, map, view, gain: gain)
    activity.update(excess, map, view, time: time, gain: 1, stored: &stored)
    guard let noise else { return }
    flashes.update(excess, [], activity, map, view, time: time, gain: 1, noise: noise)
  }

  /// See `FlashTracker.look`.
  mutating func look(
    at frame: borrowing Frame, _ meter: inout PeakMeter, _ placement: ScenePlacement
  ) {
    flashes.look(at: frame, &meter, placement)
  }

  /// Looks how restless the picture is: what a light must stand out of is what restless parts do.
  mutating func learnNoise() {
    guard activity.frames >= SignalActivity.fewest else { return }
    noise = activity.variance[...].upperQuartile.map { max($0, Self.leastVariance) }
  }

  /// See `FlashTracker.followedBack`; `usual` is what the picture's tiles usually are.
  func followedBack(
    _ known: FlashTrack, _ history: some BidirectionalCollection<SignalHistory.Moment>,
    _ usual: SignalActivity, _ map: SignalMap
  ) -> FlashTrack {
    let noise = noise ?? Self.leastVariance
    return FlashTracker.followedBack(known, history, map, activity, noise: noise) { moment, tile in
      guard moment.peaks.count == map.tiles, usual.mean.count == map.count,
        tile < activity.mean.count
      else { return (0, 0) }
      let scale = 1 / Float(moment.gain)
      let sample = (Float(moment.peaks[tile]) - range.black) * range.lumaStep * scale
      let mean = Float(moment.stored[tile]) * scale / 256
      return (sample - max(mean, usual.mean[tile]) - activity.mean[tile], 0)
    }
  }

  /// See `FlashTracker.take`.
  mutating func take(_ course: SpotCourse?, of index: Int) { flashes.take(course, of: index) }

  /// See `FlashTracker.name`.
  mutating func name(_ index: Int, _ track: FlashTrack, id: Int) {
    flashes.name(index, track, id: id)
  }

  private mutating func measure(
    _ signals: [Float], _ samples: [UInt8], _ usual: SignalActivity, _ map: SignalMap,
    _ view: TileView, gain: Float
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
