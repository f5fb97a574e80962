import MorseCode

/// Sensor noise from a long table, read from a random place for each row of each picture.
///
/// Within a row the noise is white. Two rows share noise only where their random places are less
/// than a row apart, and then at a random shift: of a pair of 1280-pixel rows one in 200, so that
/// sums over tiles or over time have the variance of independent noise to within a part in 1000.
struct NoiseTable: Sendable {
  /// Pixels in the table, of three channels each.
  private let count: Int
  /// In steps.
  private let values: [Float]
  private var places: RandomSource

  init(noise: Double, chromaNoise: Double, width: Int, seed: UInt64) {
    places = RandomSource(seed: seed, stream: "noise places")
    guard noise > 0 || chromaNoise > 0 else {
      count = 0
      values = []
      return
    }
    count = max(1 << 19, 4 * width)
    var random = RandomSource(seed: seed, stream: "noise")
    var values: [Float] = []
    values.reserveCapacity(count * 3)
    for _ in 0..<count {
      let luma = noise * random.normal()
      guard chromaNoise > 0 else {
        for _ in 0..<3 { values.append(Float(luma)) }
        continue
      }
      let own = LightColor(
        red: chromaNoise * random.normal(), green: chromaNoise * random.normal(),
        blue: chromaNoise * random.normal())
      for channel in [own.red, own.green, own.blue] {
        values.append(Float(luma + channel - own.luma))
      }
    }
    self.values = values
  }

  /// Lends the table, and what says where in it the next row of so many pixels finds its noise; nil
  /// where there is none.
  mutating func withRows(
    _ body: (_ place: (_ width: Int) -> Int?, _ table: UnsafePointer<Float>?) -> Void
  ) {
    let count = count
    var places = places
    values.withUnsafeBufferPointer { table in
      body({ count == 0 ? nil : 3 * places.index(below: count - $0) }, table.baseAddress)
    }
    self.places = places
  }
}
