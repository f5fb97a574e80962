internal import CLuma

/// A picture's brightness along its columns and rows: means of the first plane's samples (luma, or red,
/// green and blue alike, or green), from which movement is measured to a fraction of a pixel.
extension TileGrid {
  /// Mean of each column of pixels of the region, after `measure` with a survey.
  var columnProfile: [Float] {
    guard let plan = scratch.profilePlan, region.height > 0 else { return [] }
    let offsets = plan.channels.indices.filter { plan.channels[$0] != .unused }
    let scale = 1 / Float(region.height)
    if plan.lumaPerGroup == 2 {
      let luma = plan.channels.indices.filter { plan.channels[$0] == .luma }
      return (0..<region.width).map {
        Float(scratch.columnTotals[$0 / 2 * plan.period + luma[$0 % 2]]) * scale
      }
    }
    if plan.period == 1 {
      return scratch.columnTotals.prefix(region.width).map { Float($0) * scale }
    }
    let share = scale / Float(offsets.count)
    return (0..<region.width).map { column in
      var sum: Float = 0
      for offset in offsets { sum += Float(scratch.columnTotals[column * plan.period + offset]) }
      return sum * share
    }
  }

  /// Mean of each row of pixels of the region, after `measure` with a survey.
  var rowProfile: [Float] {
    guard let plan = scratch.profilePlan, plan.samples > 0 else { return [] }
    let scale = 1 / Float(plan.samples)
    return scratch.rowTotals.prefix(region.height).map { Float($0) * scale }
  }
}

extension TileScratch {
  mutating func prepareSurvey(_ plan: PlaneSums) {
    profilePlan = plan
    columnTotals.removeAll(keepingCapacity: true)
    columnTotals.append(contentsOf: repeatElement(0, count: plan.samples))
    if rowTotals.count != plan.rows { rowTotals = [UInt32](repeating: 0, count: plan.rows) }
    if most8.count != plan.samples { most8 = [UInt8](repeating: 0, count: plan.samples) }
    if plan.bytesPerSample > 1, most16.count != plan.samples {
      most16 = [UInt16](repeating: 0, count: plan.samples)
    }
  }

  /// Takes the row of tiles that has just been summed into the columns' profile.
  mutating func addColumns(bytesPerSample: Int) {
    let count = columnTotals.count
    if bytesPerSample == 1 {
      luma_accumulate_8(columns8, min(count, columns8.count), &columnTotals)
    } else {
      luma_accumulate_16(columns16, min(count, columns16.count), &columnTotals)
    }
  }
}
