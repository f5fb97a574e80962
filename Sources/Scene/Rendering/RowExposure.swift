/// When each row of one picture gathers light.
struct RowExposure: Sendable {
  /// Seconds: the middle of the exposure of the middle row.
  let middle: Double
  let seconds: Double
  /// Seconds from the first row's to the last row's.
  let readout: Double
  let height: Int

  var start: Double { middle - seconds / 2 }
  var end: Double { middle + seconds / 2 }

  /// What `mean` says of each row's exposure (its start and end); asked once where all are alike.
  func byRow(_ mean: (Double, Double) -> Double) -> (Int) -> Double {
    guard readout != 0, height > 1 else {
      let value = mean(start, end)
      return { _ in value }
    }
    let values = (0..<height).map { row in
      let late = readout * (Double(row) / Double(height - 1) - 0.5)
      return mean(start + late, end + late)
    }
    return { values[$0] }
  }
}
