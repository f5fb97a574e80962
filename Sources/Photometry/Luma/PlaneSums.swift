internal import CLuma

/// How the samples of one plane are summed over tiles.
struct PlaneSums: Sendable {
  /// Which of the frame's planes.
  let index: Int
  /// The first of its channels among all channels of sums.
  let slot: Int
  let channels: [SampleLayout.Channel]
  /// Samples of a group.
  let period: Int
  /// The channels whose greatest sample is a peak, as bits: luma where there is any, else all colours.
  private let bright: UInt32
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
  /// The region's first pixel, and the logarithms, to base two, of how many pixels a sample is for.
  private let originX: Int
  private let originY: Int
  private let shiftX: Int
  private let shiftY: Int
  /// An odd row of Y Cb Y Cr ends with a luma sample that no pixel has.
  let padding: Int?

  /// Channels of all planes of a format together.
  static let mostChannels = 4

  init(
    _ layout: SampleLayout.PlaneLayout, index: Int, slot: Int, _ bytesPerSample: Int,
    _ region: Region
  ) {
    self.index = index
    self.slot = slot
    self.bytesPerSample = bytesPerSample
    channels = layout.channels
    (originX, originY) = (region.x, region.y)
    (shiftX, shiftY) = (layout.shiftX, layout.shiftY)
    period = channels.count
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
    let lumaPerGroup = channels.count(where: { $0 == .luma })
    self.lumaPerGroup = lumaPerGroup
    bright = layout.channels.enumerated().reduce(0) { bits, channel in
      let counts = lumaPerGroup > 0 ? channel.element == .luma : channel.element != .unused
      return counts ? bits | 1 << UInt32(channel.offset) : bits
    }
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

  /// Sums one row of tiles. Here and in `survey` alone samples are read: `SampleLayout.check` has made
  /// sure that they are there, and `TileSkew.runs` that those of runs are.
  func add(
    _ plane: borrowing Plane, _ row: Int, _ runs: [TileRun], _ scratch: inout TileScratch,
    _ columns: Int
  ) {
    let (start, height) = place(row, stride: plane.stride)
    let stride = plane.stride
    plane.bytes.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return }
      if bytesPerSample == 1 {
        scratch.columns8.withUnsafeMutableBufferPointer { sums in
          guard let sums = sums.baseAddress else { return }
          each(runs, stride) { from, count, offset in
            luma_columns_8(base + start + offset, stride, height, count, sums + from)
          }
        }
      } else {
        scratch.columns16.withUnsafeMutableBufferPointer { sums in
          guard let sums = sums.baseAddress else { return }
          each(runs, stride) { from, count, offset in
            luma_columns_16(base + start + offset, stride, height, count, sums + from)
          }
        }
      }
    }
    fold(&scratch, row, columns)
  }

  /// The samples of each run: the first one's number, how many, and where they begin, in bytes from the row's first; all
  /// samples, where there are no runs.
  private func each(
    _ runs: [TileRun], _ stride: Int, _ body: (_ from: Int, _ count: Int, _ offset: Int) -> Void
  ) {
    guard !runs.isEmpty else { return body(0, samples, 0) }
    for run in runs {
      let from = run.first * groupsPerTile * period
      // As whole samples of this plane, counted from the picture's: rounded down here and there, none lies out of it.
      let groups = ((originX + run.x) >> shiftX) - (originX >> shiftX)
      let lines = ((originY + run.y) >> shiftY) - (originY >> shiftY)
      let offset = (from + groups * period) * bytesPerSample + lines * stride
      body(from, run.count * groupsPerTile * period, offset)
    }
  }

  /// The same; where there are no runs, strip by strip.
  private func each(
    _ runs: [TileRun], _ strips: [StripCut.Strip], _ stride: Int,
    _ body: (_ from: Int, _ count: Int, _ offset: Int, _ strip: Int) -> Void
  ) {
    guard !strips.isEmpty else { return each(runs, stride) { body($0, $1, $2, 0) } }
    for (index, strip) in strips.enumerated() {
      let from = strip.tiles.lowerBound * groupsPerTile * period
      let end =
        index == strips.count - 1 ? samples : strip.tiles.upperBound * groupsPerTile * period
      body(from, end - from, from * bytesPerSample, index)
    }
  }

  /// Sums one row of tiles, takes it into the profiles and finds its tiles' greatest samples, of eight
  /// bits.
  func survey(
    _ plane: borrowing Plane, _ row: Int, _ runs: [TileRun], bitDepth: Int,
    _ scratch: inout TileScratch, _ columns: Int, _ peaks: inout [UInt8]
  ) {
    let (start, height) = place(row, stride: plane.stride)
    let stride = plane.stride
    // A turned scene has no profiles: what its runs say of them is lost.
    let strips = runs.isEmpty ? scratch.cut.standing : []
    plane.bytes.withUnsafeBytes { bytes in
      scratch.rowTotals.withUnsafeMutableBufferPointer { rowTotals in
        guard let base = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return }
        let first = strips.isEmpty ? nil : rowTotals.baseAddress?.advanced(by: row * rowsPerTile)
        func totals(_ strip: Int) -> UnsafeMutablePointer<UInt32>? {
          first?.advanced(by: strip * rows)
        }
        if bytesPerSample == 1 {
          scratch.columns8.withUnsafeMutableBufferPointer { sums in
            scratch.most8.withUnsafeMutableBufferPointer { most in
              guard let sums = sums.baseAddress, let most = most.baseAddress else { return }
              each(runs, strips, stride) { from, count, offset, strip in
                luma_survey_8(
                  base + start + offset, stride, height, count, sums + from, most + from,
                  totals(strip))
              }
            }
          }
        } else {
          scratch.columns16.withUnsafeMutableBufferPointer { sums in
            scratch.most16.withUnsafeMutableBufferPointer { most in
              guard let sums = sums.baseAddress, let most = most.baseAddress else { return }
              each(runs, strips, stride) { from, count, offset, strip in
                luma_survey_16(
                  base + start + offset, stride, height, count, sums + from, most + from,
                  totals(strip))
              }
            }
          }
          luma_narrow(scratch.most16, bitDepth - 8, samples, &scratch.most8)
        }
      }
    }
    fold(&scratch, row, columns)
    if !strips.isEmpty { scratch.addColumns(row, self) }

    // A luma sample that no pixel has does not count.
    if let padding { scratch.most8[padding] = 0 }
    let edge = fullColumns * groupsPerTile * period
    scratch.most8.withUnsafeBufferPointer { most in
      peaks.withUnsafeMutableBufferPointer { peaks in
        guard let most = most.baseAddress, let out = peaks.baseAddress?.advanced(by: row * columns)
        else { return }
        luma_peaks(most, fullColumns, groupsPerTile * period, period, bright, out)
        if edgeGroups > 0 {
          luma_peaks(most + edge, 1, edgeGroups * period, period, bright, out + fullColumns)
        }
      }
    }
  }

  /// The first byte of a row of tiles, and how many rows of samples it has.
  private func place(_ row: Int, stride: Int) -> (start: Int, height: Int) {
    (
      (firstRow + row * rowsPerTile) * stride + firstByte,
      min(rowsPerTile, rows - row * rowsPerTile)
    )
  }

  /// Adds the sums of columns up to those of tiles.
  private func fold(_ scratch: inout TileScratch, _ row: Int, _ columns: Int) {
    let edge = fullColumns * groupsPerTile * period
    let first = (row * Self.mostChannels + slot) * columns
    scratch.sums.withUnsafeMutableBufferPointer { sums in
      guard let out = sums.baseAddress?.advanced(by: first) else { return }
      if bytesPerSample == 1 {
        if let padding { scratch.columns8[padding] = 0 }
        scratch.columns8.withUnsafeBufferPointer { sums in
          guard let sums = sums.baseAddress else { return }
          luma_fold_8(sums, fullColumns, period, groupsPerTile, out, columns)
          if edgeGroups > 0 {
            luma_fold_8(sums + edge, 1, period, edgeGroups, out + fullColumns, columns)
          }
        }
      } else {
        scratch.columns16.withUnsafeBufferPointer { sums in
          guard let sums = sums.baseAddress else { return }
          luma_fold_16(sums, fullColumns, period, groupsPerTile, out, columns)
          if edgeGroups > 0 {
            luma_fold_16(sums + edge, 1, period, edgeGroups, out + fullColumns, columns)
          }
        }
      }
    }
  }
}
