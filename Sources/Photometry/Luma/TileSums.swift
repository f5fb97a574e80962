internal import CLuma

/// Buffers for the sums of one row of tiles, kept from frame to frame.
struct TileScratch: Sendable {
  var columns8: [UInt16] = []
  var columns16: [UInt32] = []
  /// Up to four channels of sums, as many apart as there are columns of tiles.
  var sums: [UInt32] = []
  /// Sums of the first plane's samples by column and by row, where profiles are wanted.
  var columnTotals: [UInt32] = []
  var rowTotals: [UInt32] = []
  var profilePlan: PlaneSums?
}

extension TileGrid {
  /// Measures a frame into this grid, whose memory is used again. Throws `FrameError` where the
  /// frame's planes do not hold what its size says, and then leaves the grid as it was.
  public mutating func measure(
    _ frame: borrowing Frame, region wanted: Region? = nil,
    channels: Channels = .lumaAndChroma, profiles: Bool = false, peaks wantsPeaks: Bool = false
  ) throws(FrameError) {
    let layout = try SampleLayout(frame.format)
    try layout.check(frame)
    region = try layout.aligned(wanted, frame)
    let chroma = channels == .lumaAndChroma
    resize(chroma: chroma, peaks: wantsPeaks, bytesPerSample: layout.bytesPerSample)

    let weights = ColorWeights(frame.format, matrix: frame.matrix, range: frame.range)
    var plans: [PlaneSums] = []
    for (index, plane) in layout.planes.enumerated() {
      let needed = chroma || plane.channels.contains { weights.luma.weight($0) != 0 }
      guard needed else { break }
      let slot = plans.reduce(0) { $0 + $1.period }
      plans.append(PlaneSums(plane, index: index, slot: slot, layout.bytesPerSample, region))
    }
    let outputs = [
      TileWeights(weights.luma, plans, lastRow: false),
      TileWeights(weights.luma, plans, lastRow: true),
      TileWeights(weights.blueDifference, plans, lastRow: false),
      TileWeights(weights.blueDifference, plans, lastRow: true),
      TileWeights(weights.redDifference, plans, lastRow: false),
      TileWeights(weights.redDifference, plans, lastRow: true),
    ]
    let fullColumns = region.width / Self.side
    if profiles, let first = plans.first { scratch.prepareProfiles(first) }

    for row in 0..<rows {
      for plan in plans {
        switch plan.index {
        case 0:
          plan.add(frame.plane0, row, &scratch, columns)
          if profiles { plan.addProfiles(frame.plane0, row, &scratch) }
          if wantsPeaks {
            plan.addPeaks(frame.plane0, row, bitDepth: frame.format.bitDepth, columns, &peaks)
          }
        case 1: if let second = frame.plane1 { plan.add(second, row, &scratch, columns) }
        default: if let third = frame.plane2 { plan.add(third, row, &scratch, columns) }
        }
      }
      let last = row == rows - 1 ? 1 : 0
      outputs[last].weigh(scratch.sums, columns, fullColumns, row, &luma)
      if chroma {
        outputs[2 + last].weigh(scratch.sums, columns, fullColumns, row, &blueDifference)
        outputs[4 + last].weigh(scratch.sums, columns, fullColumns, row, &redDifference)
      }
    }
  }

  private mutating func resize(chroma: Bool, peaks wantsPeaks: Bool, bytesPerSample: Int) {
    columns = (region.width + Self.side - 1) / Self.side
    rows = (region.height + Self.side - 1) / Self.side
    let count = columns * rows
    if luma.count != count { luma = [Float](repeating: 0, count: count) }
    if peaks.count != (wantsPeaks ? count : 0) {
      peaks = [UInt8](repeating: 0, count: wantsPeaks ? count : 0)
    }
    if blueDifference.count != (chroma ? count : 0) {
      blueDifference = [Float](repeating: 0, count: chroma ? count : 0)
      redDifference = blueDifference
    }
    if scratch.sums.count != columns * 4 {
      scratch.sums = [UInt32](repeating: 0, count: columns * 4)
    }
    // Up to four samples for every pixel and, at an odd edge, one pixel more.
    let longestRow = (region.width + Self.side) * 4
    if bytesPerSample == 1 {
      if scratch.columns8.count != longestRow {
        scratch.columns8 = [UInt16](repeating: 0, count: longestRow)
      }
    } else if scratch.columns16.count != longestRow {
      scratch.columns16 = [UInt32](repeating: 0, count: longestRow)
    }
  }
}

/// How the samples of one plane are summed over tiles.
struct PlaneSums: Sendable {
  /// Which of the frame's planes.
  let index: Int
  /// The first of its channels among all channels of sums.
  let slot: Int
  let channels: [SampleLayout.Channel]
  let bytesPerSample: Int
  let samples: Int
  let groupsPerTile: Int
  let fullColumns: Int
  let edgeGroups: Int
  let edgePixels: Int
  let rowsPerTile: Int
  let rows: Int
  let firstRow: Int
  let firstByte: Int
  let lumaPerGroup: Int
  /// An odd row of Y Cb Y Cr ends with a luma sample that no pixel has.
  let padding: Int?

  var period: Int { channels.count }

  init(
    _ layout: SampleLayout.PlaneLayout, index: Int, slot: Int, _ bytesPerSample: Int,
    _ region: Region
  ) {
    self.index = index
    self.slot = slot
    self.bytesPerSample = bytesPerSample
    channels = layout.channels
    let period = channels.count
    let groups = (region.width + (1 << layout.shiftX) - 1) >> layout.shiftX
    samples = groups * period
    groupsPerTile = TileGrid.side >> layout.shiftX
    fullColumns = region.width / TileGrid.side
    edgeGroups = groups - fullColumns * groupsPerTile
    edgePixels = region.width - fullColumns * TileGrid.side
    rowsPerTile = TileGrid.side >> layout.shiftY
    rows = (region.height + (1 << layout.shiftY) - 1) >> layout.shiftY
    firstRow = region.y >> layout.shiftY
    firstByte = (region.x >> layout.shiftX) * period * bytesPerSample
    lumaPerGroup = channels.count(where: { $0 == .luma })
    if lumaPerGroup == 2, edgePixels % 2 == 1, let last = channels.lastIndex(of: .luma) {
      padding = samples - period + last
    } else {
      padding = nil
    }
  }

  /// Samples of a channel in a tile of the last row of tiles or of another, whole or at the edge.
  func count(_ channel: SampleLayout.Channel, lastRow: Bool, edge: Bool) -> Int {
    let tileRows = (rows + rowsPerTile - 1) / rowsPerTile
    let height = lastRow ? rows - (tileRows - 1) * rowsPerTile : rowsPerTile
    let isDoubled = channel == .luma && lumaPerGroup == 2
    if edge { return (isDoubled ? edgePixels : edgeGroups) * height }
    return groupsPerTile * height * (isDoubled ? 2 : 1)
  }

  /// Sums one row of tiles. The only place where samples are read: `SampleLayout.check` has made sure
  /// that they are there.
  func add(_ plane: borrowing Plane, _ row: Int, _ scratch: inout TileScratch, _ columns: Int) {
    let height = min(rowsPerTile, rows - row * rowsPerTile)
    let start = (firstRow + row * rowsPerTile) * plane.stride + firstByte
    let stride = plane.stride
    plane.bytes.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return }
      let first = base + start
      scratch.sums.withUnsafeMutableBufferPointer { sums in
        guard let out = sums.baseAddress?.advanced(by: slot * columns) else { return }
        let edge = fullColumns * groupsPerTile * period
        if bytesPerSample == 1 {
          scratch.columns8.withUnsafeMutableBufferPointer { buffer in
            guard let buffer = buffer.baseAddress else { return }
            luma_columns_8(first, stride, height, samples, buffer)
            if let padding { buffer[padding] = 0 }
            luma_fold_8(buffer, fullColumns, period, groupsPerTile, out, columns)
            if edgeGroups > 0 {
              luma_fold_8(buffer + edge, 1, period, edgeGroups, out + fullColumns, columns)
            }
          }
        } else {
          scratch.columns16.withUnsafeMutableBufferPointer { buffer in
            guard let buffer = buffer.baseAddress else { return }
            luma_columns_16(first, stride, height, samples, buffer)
            luma_fold_16(buffer, fullColumns, period, groupsPerTile, out, columns)
            if edgeGroups > 0 {
              luma_fold_16(buffer + edge, 1, period, edgeGroups, out + fullColumns, columns)
            }
          }
        }
      }
    }
  }
}

/// What turns the sums of a row of tiles into means of one output.
struct TileWeights {
  private var offset: Float
  private var whole: [Float]
  private var edge: [Float]

  init(_ row: ColorWeights.Row, _ plans: [PlaneSums], lastRow: Bool) {
    func weights(edge: Bool) -> [Float] {
      plans.flatMap { plan in
        plan.channels.map {
          Float(row.weight($0) / Double(max(1, plan.count($0, lastRow: lastRow, edge: edge))))
        }
      }
    }
    offset = Float(row.offset)
    whole = weights(edge: false)
    edge = weights(edge: true)
  }

  func weigh(
    _ sums: [UInt32], _ columns: Int, _ fullColumns: Int, _ row: Int, _ out: inout [Float]
  ) {
    sums.withUnsafeBufferPointer { sums in
      out.withUnsafeMutableBufferPointer { out in
        guard let sums = sums.baseAddress, let out = out.baseAddress else { return }
        let start = out + row * columns
        luma_weigh(sums, columns, whole.count, whole, offset, fullColumns, start)
        if fullColumns < columns {
          luma_weigh(
            sums + fullColumns, columns, edge.count, edge, offset, 1, start + fullColumns)
        }
      }
    }
  }
}

extension SampleLayout {
  /// The part of the wanted region that lies in the picture. Where luma and chroma share a plane, its
  /// left edge moves out to a whole group; elsewhere chroma is taken from where its samples begin, less
  /// than a chroma sample away.
  func aligned(_ wanted: Region?, _ frame: borrowing Frame) throws(FrameError) -> Region {
    let whole = Region(x: 0, y: 0, width: frame.width, height: frame.height)
    guard var region = (wanted ?? whole).clipped(width: frame.width, height: frame.height) else {
      throw FrameError(code: .region, message: "the region lies outside the picture")
    }
    if let first = planes.first, first.shiftX > 0 {
      let left = (region.x >> first.shiftX) << first.shiftX
      region.width += region.x - left
      region.x = left
    }
    return region
  }
}
