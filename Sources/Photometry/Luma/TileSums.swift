internal import CLuma

/// Buffers for the sums of one row of tiles, kept from frame to frame.
struct TileScratch: Sendable {
  var columns8: [UInt16] = []
  var columns16: [UInt32] = []
  /// Up to four channels of sums, as many apart as there are columns of tiles.
  var sums: [UInt32] = []
}

extension TileGrid {
  /// Measures a frame into this grid, whose memory is used again. Throws `FrameError` where the
  /// frame's planes do not hold what its size says, and then leaves the grid as it was.
  public mutating func measure(
    _ frame: borrowing Frame, region wanted: Region? = nil,
    channels: Channels = .lumaAndChroma
  ) throws(FrameError) {
    let layout = try SampleLayout(frame.format)
    try layout.check(frame)
    region = try layout.aligned(wanted, frame)
    columns = (region.width + Self.side - 1) / Self.side
    rows = (region.height + Self.side - 1) / Self.side
    let count = columns * rows
    if luma.count != count { luma = [Float](repeating: 0, count: count) }
    let chroma = channels == .lumaAndChroma
    if blueDifference.count != (chroma ? count : 0) {
      blueDifference = [Float](repeating: 0, count: chroma ? count : 0)
      redDifference = blueDifference
    }
    if scratch.sums.count != columns * 4 {
      scratch.sums = [UInt32](repeating: 0, count: columns * 4)
    }
    // Up to four samples for every pixel and, at an odd edge, one pixel more.
    let largestRow = (region.width + 8) * 4
    if layout.bytesPerSample == 1 {
      if scratch.columns8.count != largestRow {
        scratch.columns8 = [UInt16](repeating: 0, count: largestRow)
      }
    } else if scratch.columns16.count != largestRow {
      scratch.columns16 = [UInt32](repeating: 0, count: largestRow)
    }

    let weights = ColorWeights(frame.format, matrix: frame.matrix, range: frame.range)
    let needed = layout.planes.map { plane in
      chroma || plane.channels.contains { weights.luma.weight($0) != 0 }
    }
    for row in 0..<rows {
      var slots = Slots()
      for index in layout.planes.indices {
        let plane = layout.planes[index]
        guard needed[index] else { continue }
        switch index {
        case 0: sum(frame.plane0, plane, layout.bytesPerSample, row, &slots)
        case 1:
          if let second = frame.plane1 { sum(second, plane, layout.bytesPerSample, row, &slots) }
        default:
          if let third = frame.plane2 { sum(third, plane, layout.bytesPerSample, row, &slots) }
        }
      }
      weigh(slots, weights.luma, row, &luma)
      if chroma {
        weigh(slots, weights.blueDifference, row, &blueDifference)
        weigh(slots, weights.redDifference, row, &redDifference)
      }
    }
  }

  /// What the channels of sums hold for the row of tiles at hand.
  private struct Slots {
    var channels: [SampleLayout.Channel] = []
    /// Samples of the channel in a whole tile of this row, and in the narrower one at the right.
    var counts: [Int] = []
    var edgeCounts: [Int] = []
  }

  /// Columns of tiles of full width.
  private var fullColumns: Int { region.width / Self.side }

  /// Adds the sums of one plane's samples in one row of tiles.
  private mutating func sum(
    _ plane: borrowing Plane, _ layout: SampleLayout.PlaneLayout, _ bytesPerSample: Int, _ row: Int,
    _ slots: inout Slots
  ) {
    let period = layout.channels.count
    let groups = (region.width + (1 << layout.shiftX) - 1) >> layout.shiftX
    let samples = groups * period
    let groupsPerTile = Self.side >> layout.shiftX
    let rowsPerTile = Self.side >> layout.shiftY
    let allRows = (region.height + (1 << layout.shiftY) - 1) >> layout.shiftY
    let rowsHere = min(rowsPerTile, allRows - row * rowsPerTile)
    let firstRow = (region.y >> layout.shiftY) + row * rowsPerTile
    let start = firstRow * plane.stride + (region.x >> layout.shiftX) * period * bytesPerSample
    let edgeGroups = groups - fullColumns * groupsPerTile
    let firstSlot = slots.channels.count
    // An odd row of Y Cb Y Cr ends with a luma sample that no pixel has.
    let lumaPerGroup = layout.channels.count(where: { $0 == .luma })
    let edgePixels = region.width - fullColumns * Self.side
    let padding =
      lumaPerGroup == 2 && edgePixels % 2 == 1
      ? layout.channels.lastIndex(of: .luma).map { samples - period + $0 } : nil

    // The only place where samples are read: `SampleLayout.check` has made sure of them.
    plane.bytes.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return }
      let columns = columns
      let fullColumns = fullColumns
      func fold<Sum>(
        _ sums: inout [Sum],
        add: (UnsafeMutablePointer<Sum>) -> Void,
        fold: (UnsafePointer<Sum>, Int, Int, UnsafeMutablePointer<UInt32>) -> Void
      ) where Sum: FixedWidthInteger {
        sums.withUnsafeMutableBufferPointer { sums in
          guard let sums = sums.baseAddress else { return }
          add(sums)
          if let padding { sums[padding] = 0 }
          scratch.sums.withUnsafeMutableBufferPointer { out in
            guard let out = out.baseAddress?.advanced(by: firstSlot * columns) else { return }
            fold(sums, fullColumns, groupsPerTile, out)
            if edgeGroups > 0 {
              let edge = fullColumns * groupsPerTile * period
              fold(sums + edge, 1, edgeGroups, out + fullColumns)
            }
          }
        }
      }
      if bytesPerSample == 1 {
        var sums: [UInt16] = []
        swap(&sums, &scratch.columns8)
        fold(&sums) {
          luma_columns_8(base + start, plane.stride, rowsHere, samples, $0)
        } fold: {
          luma_fold_8($0, $1, period, $2, $3, columns)
        }
        swap(&sums, &scratch.columns8)
      } else {
        var sums: [UInt32] = []
        swap(&sums, &scratch.columns16)
        fold(&sums) {
          luma_columns_16(base + start, plane.stride, rowsHere, samples, $0)
        } fold: {
          luma_fold_16($0, $1, period, $2, $3, columns)
        }
        swap(&sums, &scratch.columns16)
      }
    }
    for channel in layout.channels {
      slots.channels.append(channel)
      let doubled = channel == .luma ? lumaPerGroup : 1
      slots.counts.append(groupsPerTile * rowsHere * doubled)
      slots.edgeCounts.append((doubled == 2 ? edgePixels : edgeGroups) * rowsHere)
    }
  }

  /// Turns the sums of one row of tiles into means.
  private func weigh(
    _ slots: Slots, _ weights: ColorWeights.Row, _ row: Int, _ out: inout [Float]
  ) {
    let full = zip(slots.channels, slots.counts).map { Float(weights.weight($0) / Double($1)) }
    let hasEdge = fullColumns < columns
    let edge =
      hasEdge
      ? zip(slots.channels, slots.edgeCounts).map { Float(weights.weight($0) / Double($1)) } : []
    scratch.sums.withUnsafeBufferPointer { sums in
      out.withUnsafeMutableBufferPointer { out in
        guard let sums = sums.baseAddress, let out = out.baseAddress else { return }
        let start = out + row * columns
        let offset = Float(weights.offset)
        luma_weigh(sums, columns, full.count, full, offset, fullColumns, start)
        if hasEdge {
          luma_weigh(
            sums + fullColumns, columns, edge.count, edge, offset, 1, start + fullColumns)
        }
      }
    }
  }
}

extension SampleLayout {
  /// The part of the wanted region that lies in the picture, its left and top edge moved out to where
  /// a chroma sample begins (by at most seven pixels).
  func aligned(_ wanted: Region?, _ frame: borrowing Frame) throws(FrameError) -> Region {
    let whole = Region(x: 0, y: 0, width: frame.width, height: frame.height)
    guard var region = (wanted ?? whole).clipped(width: frame.width, height: frame.height) else {
      throw FrameError(code: .region, message: "the region lies outside the picture")
    }
    let shiftX = planes.reduce(0) { max($0, $1.shiftX) }
    let shiftY = planes.reduce(0) { max($0, $1.shiftY) }
    let left = (region.x >> shiftX) << shiftX
    let top = (region.y >> shiftY) << shiftY
    region.width += region.x - left
    region.height += region.y - top
    region.x = left
    region.y = top
    return region
  }
}
