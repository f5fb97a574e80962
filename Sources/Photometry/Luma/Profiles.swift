internal import CLuma

/// A picture's brightness along its columns and rows: means of the first plane's samples (luma, or red,
/// green and blue alike, or green), from which movement is measured to a fraction of a pixel.
extension TileGrid {
  /// How the last survey cut the region.
  var cut: StripCut { scratch.cut }

  /// Mean of each column of pixels of the region, after `measure` with a survey.
  var columnProfile: [Float] {
    guard let plan = scratch.profilePlan, region.height > 0 else { return [] }
    var totals = [UInt32](repeating: 0, count: plan.samples)
    for strip in cut.lying.indices {
      for index in totals.indices {
        totals[index] += scratch.columnTotals[strip * plan.samples + index]
      }
    }
    return columnMeans(totals[...], plan, height: region.height)
  }

  /// The same of one of the strips that lie across.
  func columnProfile(_ strip: Int) -> [Float] {
    guard let plan = scratch.profilePlan, cut.lying.indices.contains(strip) else { return [] }
    let height = cut.lying[strip].tiles.count * Self.side
    let totals = scratch.columnTotals[strip * plan.samples..<(strip + 1) * plan.samples]
    return columnMeans(totals, plan, height: height)
  }

  private func columnMeans(
    _ totals: ArraySlice<UInt32>, _ plan: PlaneSums, height: Int
  ) -> [Float] {
    let offsets = plan.channels.indices.filter { plan.channels[$0] != .unused }
    let scale = 1 / Float(height)
    let first = totals.startIndex
    if plan.lumaPerGroup == 2 {
      let luma = plan.channels.indices.filter { plan.channels[$0] == .luma }
      return (0..<region.width).map {
        Float(totals[first + $0 / 2 * plan.period + luma[$0 % 2]]) * scale
      }
    }
    if plan.period == 1 {
      return totals.prefix(region.width).map { Float($0) * scale }
    }
    let share = scale / Float(offsets.count)
    return (0..<region.width).map { column in
      var sum: Float = 0
      for offset in offsets { sum += Float(totals[first + column * plan.period + offset]) }
      return sum * share
    }
  }

  /// Mean of each row of pixels of the region, after `measure` with a survey.
  var rowProfile: [Float] {
    guard let plan = scratch.profilePlan, plan.samples > 0 else { return [] }
    let scale = 1 / Float(plan.samples)
    return (0..<region.height).map { row in
      var total: UInt32 = 0
      for strip in cut.standing.indices {
        total += scratch.rowTotals[strip * plan.rows + row]
      }
      return Float(total) * scale
    }
  }

  /// The same of one of the strips that stand.
  func rowProfile(_ strip: Int) -> [Float] {
    guard let plan = scratch.profilePlan, cut.standing.indices.contains(strip) else { return [] }
    let samples = cut.standing[strip].tiles.count * plan.groupsPerTile * plan.period
    let scale = 1 / Float(samples)
    return (0..<region.height).map { Float(scratch.rowTotals[strip * plan.rows + $0]) * scale }
  }
}

extension TileScratch {
  /// - Parameter cut: nil: there are no profiles.
  mutating func prepareSurvey(_ plan: PlaneSums, _ cut: StripCut?) {
    let cut = cut ?? StripCut(width: 0, height: 0, moved: (0, 0))
    profilePlan = cut.lying.isEmpty ? nil : plan
    self.cut = cut
    columnTotals.removeAll(keepingCapacity: true)
    columnTotals.append(
      contentsOf: repeatElement(0, count: cut.lying.count * plan.samples))
    let rows = cut.standing.count * plan.rows
    rowTotals.fit(rows)
    most8.fit(plan.samples)
    if plan.bytesPerSample > 1 { most16.fit(plan.samples) }
  }

  /// Takes the row of tiles that has just been summed into its strip's columns.
  mutating func addColumns(_ row: Int, _ plan: PlaneSums) {
    guard let strip = cut.lying.firstIndex(where: { $0.tiles.contains(row) }) else { return }
    columnTotals.withUnsafeMutableBufferPointer { totals in
      guard let totals = totals.baseAddress?.advanced(by: strip * plan.samples) else { return }
      if plan.bytesPerSample == 1 {
        luma_accumulate_8(columns8, min(plan.samples, columns8.count), totals)
      } else {
        luma_accumulate_16(columns16, min(plan.samples, columns16.count), totals)
      }
    }
  }
}
