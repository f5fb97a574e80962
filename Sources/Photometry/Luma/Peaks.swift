internal import CLuma

extension PlaneSums {
  /// The greatest sample in each tile of a row of them, of eight bits. Of luma where the plane has any, else of all colours.
  func addPeaks(
    _ plane: borrowing Plane, _ row: Int, bitDepth: Int, _ columns: Int, _ peaks: inout [UInt8]
  ) {
    let height = min(rowsPerTile, rows - row * rowsPerTile)
    let start = (firstRow + row * rowsPerTile) * plane.stride + firstByte
    let stride = plane.stride
    let isLuma = lumaPerGroup > 0
    var used: UInt32 = 0
    for (index, channel) in channels.enumerated()
    where isLuma ? channel == .luma : channel != .unused { used |= 1 << UInt32(index) }
    plane.bytes.withUnsafeBytes { bytes in
      peaks.withUnsafeMutableBufferPointer { peaks in
        guard let base = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self),
          let out = peaks.baseAddress?.advanced(by: row * columns)
        else { return }
        func add(_ groups: Int, tiles: Int, from tile: Int) {
          let first = base + start + tile * groupsPerTile * period * bytesPerSample
          let width = groups * period
          if bytesPerSample == 1 {
            luma_peaks_8(first, stride, height, tiles, width, period, used, out + tile)
          } else {
            luma_peaks_16(
              first, stride, height, tiles, width, period, used, bitDepth - 8, out + tile)
          }
        }
        add(groupsPerTile, tiles: fullColumns, from: 0)
        // A luma sample that no pixel has would count.
        if padding != nil { out[fullColumns] = 0 }
        if edgeGroups > 0, padding == nil { add(edgeGroups, tiles: 1, from: fullColumns) }
      }
    }
  }
}
