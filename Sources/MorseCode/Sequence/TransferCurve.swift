/// Level against the part of the exposure that was lit: 0 to 1, monotone, as a table.
struct TransferCurve: Sendable {
  static let steps = 64
  /// Level at 0, 1/64 ... 1 lit.
  private(set) var table: [Double]

  /// `offset + gain * lit ^ exponent`: 1 is a linear camera, 1 / 2.2 encoded video of a lamp on
  /// dark ground.
  init(offset: Double, gain: Double, exponent: Double) {
    table = (0...TransferCurve.steps).map {
      let lit = Double($0) / Double(TransferCurve.steps)
      return offset + gain * ($0 == 0 ? 0 : power(lit, exponent))
    }
  }

  init(table: [Double]) {
    self.table = table
  }

  func level(_ lit: Double) -> Double {
    let place = min(1, max(0, lit)) * Double(TransferCurve.steps)
    let index = min(TransferCurve.steps - 1, Int(place))
    return table[index] + (place - Double(index)) * (table[index + 1] - table[index])
  }

  /// Change of the level by that of the lit part.
  func slope(_ lit: Double) -> Double {
    let place = min(1, max(0, lit)) * Double(TransferCurve.steps)
    let index = min(TransferCurve.steps - 1, Int(place))
    return (table[index + 1] - table[index]) * Double(TransferCurve.steps)
  }
}
