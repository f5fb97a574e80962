internal import CLuma

/// A picture's brightness along its columns and rows: means of the first plane's samples (luma, or red,
/// green and blue alike, or green), from which movement is measured to a fraction of a pixel.
extension TileGrid {
  /// Mean of each column of pixels of the region, after `measure` with profiles.
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

  /// Mean of each row of pixels of the region, after `measure` with profiles.
  var rowProfile: [Float] {
    guard let plan = scratch.profilePlan, plan.samples > 0 else { return [] }
    let scale = 1 / Float(plan.samples)
    return scratch.rowTotals.prefix(region.height).map { Float($0) * scale }
  }
}

extension TileScratch {
  mutating func prepareProfiles(_ plan: PlaneSums) {
    profilePlan = plan
    columnTotals.removeAll(keepingCapacity: true)
    columnTotals.append(contentsOf: repeatElement(0, count: plan.samples))
    if rowTotals.count != plan.rows { rowTotals = [UInt32](repeating: 0, count: plan.rows) }
  }
}

extension PlaneSums {
  /// Takes the row of tiles that has just been summed into the profiles.
  func addProfiles(_ plane: borrowing Plane, _ row: Int, _ scratch: inout TileScratch) {
    let height = min(rowsPerTile, rows - row * rowsPerTile)
    let start = (firstRow + row * rowsPerTile) * plane.stride + firstByte
    let stride = plane.stride
    if bytesPerSample == 1 {
      Self.add(scratch.columns8, to: &scratch.columnTotals)
    } else {
      Self.add(scratch.columns16, to: &scratch.columnTotals)
    }
    plane.bytes.withUnsafeBytes { bytes in
      scratch.rowTotals.withUnsafeMutableBufferPointer { totals in
        guard let base = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self),
          let out = totals.baseAddress?.advanced(by: row * rowsPerTile)
        else { return }
        if bytesPerSample == 1 {
          luma_rows_8(base + start, stride, height, samples, out)
        } else {
          luma_rows_16(base + start, stride, height, samples, out)
        }
      }
    }
  }

  private static func add<Sum: FixedWidthInteger>(_ sums: [Sum], to totals: inout [UInt32]) {
    totals.withUnsafeMutableBufferPointer { totals in
      sums.withUnsafeBufferPointer { sums in
        for index in 0..<min(totals.count, sums.count) {
          totals[index] &+= UInt32(truncatingIfNeeded: sums[index])
        }
      }
    }
  }
}
