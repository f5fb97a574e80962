internal import CLuma

/// The last half minute of all signals: what lets a lamp that is found late be read from the start.
///
/// Memory: two bytes a signal and frame, and one a tile; a 1920x1080 picture at 30 frames a second takes 117 MB.
struct SignalHistory: Sendable {
  /// One picture's signals.
  struct Moment: Sendable {
    var time: Double
    var exposure: Double?
    /// The whole picture's brightness against the usual.
    var gain: Double
    /// Mean luma of the picture.
    var mean: Double
    /// What of the scene it shows.
    var view: TileView
    /// And where in it.
    var placement = ScenePlacement()
    /// Pixels, less than one, that the picture is off from where its tiles were taken.
    var restX: Double
    var restY: Double
    /// Signals x 256, chroma from -128.
    var stored: [UInt16]
    /// Of each tile the brightest sample.
    var peaks: [UInt8] = []
    /// What part of its usual contrast the picture shows (`Sharpness`).
    var sharpness = 1.0

    var isMoved: Bool { restX != 0 || restY != 0 }

    /// What the brightness of a textured place goes with, to the second order, when the picture is off
    /// by less than a pixel.
    var rest: [Double] { [restX, restY, restX * restX, restX * restY, restY * restY] }
  }

  /// Seconds that are kept.
  static let span = 30.0
  /// However fast the camera: as many as 60 frames a second make of it.
  static let longest = 1800

  private(set) var moments: [Moment] = []
  private var spare: [(stored: [UInt16], peaks: [UInt8])] = []

  /// Buffers for the next moment's signals, and for its peaks.
  mutating func buffers(for map: SignalMap) -> (stored: [UInt16], peaks: [UInt8]) {
    while let buffers = spare.popLast() {
      if buffers.stored.count == map.count { return buffers }
    }
    return (Self.zeros(map.count), Self.zeros(map.tiles))
  }

  private static func zeros<Value: FixedWidthInteger>(_ count: Int) -> [Value] {
    [Value](unsafeUninitializedCapacity: count) { values, filled in
      if let memory = values.baseAddress, !values.isEmpty {
        luma_populate(memory, values.count * MemoryLayout<Value>.stride)
      }
      values.initialize(repeating: 0)
      filled = count
    }
  }

  mutating func append(_ moment: Moment) {
    moments.append(moment)
    // Dropping from the front moves the rest: in lots, so that a frame seldom pays.
    let oldest = moment.time - Self.span
    guard moments.count > 64 else { return }
    let excess = moments.count - Self.longest
    guard moments[31].time < oldest || excess >= 32 || moments[0].time > moment.time else { return }
    for index in 0..<32 { spare.append((moments[index].stored, moments[index].peaks)) }
    moments.removeFirst(32)
    if spare.count > 32 { spare.removeFirst(spare.count - 32) }
  }

  /// Takes the picture's brightness at a moment against what is usual now.
  mutating func correct(gain: Double, at index: Int) {
    moments[index].gain = gain
  }

  /// Takes bands out of all pictures.
  mutating func remove(_ bands: FlickerBands, _ map: SignalMap) {
    let usual = Self.means(of: moments, map)
    for index in moments.indices {
      var signals = map.signals(moments[index].stored)
      bands.remove(from: &signals, usual: usual, map, moments[index].view)
      moments[index].stored = map.stored(signals)
    }
  }

  /// The usual luma of each tile in some moments: the mean of those in which it is in sight; 0 where it is in none.
  static func means(of moments: [Moment], _ map: SignalMap) -> [Float] {
    var sums = [Float](repeating: 0, count: map.count)
    var counts = sums
    for moment in moments {
      let runs = map.runs(moment.view)
      for row in 0..<max(0, moment.view.rows) {
        let start = (moment.view.firstRow + row).wrapped(map.rows) * map.columns
        for run in runs {
          for place in (start + run.place)..<(start + run.place + run.count) {
            sums[place] += Float(moment.stored[place]) / 256
            counts[place] += 1
          }
        }
      }
    }
    for place in sums.indices where counts[place] > 0 { sums[place] /= counts[place] }
    return sums
  }

  /// Takes how sharp pictures are by what is usual now.
  mutating func take(_ sharpness: Sharpness, _ map: SignalMap) {
    for index in moments.indices { moments[index].sharpness = sharpness.value(moments[index], map) }
  }

  mutating func removeAll() {
    moments = []
    spare = []
  }
}
