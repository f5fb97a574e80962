internal import CLuma

/// Buffers for the sums of one row of tiles, kept from frame to frame.
struct TileScratch: Sendable {
  var columns8: [UInt16] = []
  var columns16: [UInt32] = []
  /// The greatest sample of each column, as it is and of eight bits, where a survey is wanted.
  var most16: [UInt16] = []
  var most8: [UInt8] = []
  /// For each row of tiles up to four channels of sums, as many apart as there are columns of tiles.
  var sums: [UInt32] = []
  /// How a survey cuts the region.
  var cut = StripCut(width: 0, height: 0, moved: (0, 0))
  /// Sums of the first plane's samples by column and by row, one strip after the other, where a survey is.
  var columnTotals: [UInt32] = []
  var rowTotals: [UInt32] = []
  var profilePlan: PlaneSums?
}

extension TileGrid {
  /// Measures a frame into this grid, whose memory is used again; with a survey, which takes the same
  /// pass over the samples, also the tiles' peaks and the profiles. Throws `FrameError` where the
  /// frame's planes do not hold what its size says, and then leaves the grid as it was.
  public mutating func measure(
    _ frame: borrowing Frame, region wanted: Region? = nil,
    channels: Channels = .lumaAndChroma, survey: Bool = false
  ) throws(FrameError) {
    try measure(
      frame, region: wanted, channels: channels, survey: survey, skew: nil,
      within: Region(x: 0, y: 0, width: frame.width, height: frame.height))
  }

  /// The same with each tile where a turned scene has it, within `bounds`, which lie in the picture and hold the region. With
  /// a skew the region must be of whole tiles, and there are no profiles. `moved` says by how many tiles the scene's contents
  /// have moved, with which the strips of the survey go; nil: it has no profiles.
  mutating func measure(
    _ frame: borrowing Frame, region wanted: Region?, channels: Channels = .lumaAndChroma,
    survey: Bool, skew: TileSkew?, within bounds: Region, moved: (across: Int, down: Int)? = (0, 0)
  ) throws(FrameError) {
    let layout = try SampleLayout(frame.format)
    try layout.check(frame)
    region = try layout.aligned(wanted, frame)
    let chroma = channels == .lumaAndChroma
    resize(chroma: chroma, peaks: survey, bytesPerSample: layout.bytesPerSample)

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
    if survey, let first = plans.first {
      scratch.prepareSurvey(
        first, moved.map { StripCut(width: region.width, height: region.height, moved: $0) })
    }

    // Plane by plane, each read from its first row to its last.
    let runs = (0..<rows).map { row in
      skew?.runs(row, of: region, within: bounds) ?? []
    }
    for plan in plans {
      for row in 0..<rows {
        switch plan.index {
        case 0 where survey:
          plan.survey(
            frame.plane0, row, runs[row], bitDepth: frame.format.bitDepth, &scratch, columns, &peaks
          )
        case 0: plan.add(frame.plane0, row, runs[row], &scratch, columns)
        case 1: if let second = frame.plane1 { plan.add(second, row, runs[row], &scratch, columns) }
        default: if let third = frame.plane2 { plan.add(third, row, runs[row], &scratch, columns) }
        }
      }
    }
    for row in 0..<rows {
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
    luma.fit(count)
    peaks.fit(wantsPeaks ? count : 0)
    blueDifference.fit(chroma ? count : 0)
    redDifference.fit(chroma ? count : 0)
    scratch.sums.fit(count * PlaneSums.mostChannels)
    // Up to four samples for every pixel and, at an odd edge, one pixel more.
    let longestRow = (region.width + Self.side) * 4
    if bytesPerSample == 1 {
      scratch.columns8.fit(longestRow)
    } else {
      scratch.columns16.fit(longestRow)
    }
  }
}

/// What turns the sums of a row of tiles into means of one output.
struct TileWeights {
  private let offset: Float
  private let channels: Int
  private let whole: SIMD4<Float>
  private let edge: SIMD4<Float>

  init(_ row: ColorWeights.Row, _ plans: [PlaneSums], lastRow: Bool) {
    channels = plans.reduce(0) { $0 + $1.period }
    func weights(edge: Bool) -> SIMD4<Float> {
      var weights = SIMD4<Float>()
      for plan in plans {
        for (index, channel) in plan.channels.enumerated() {
          let count = max(1, plan.count(channel, lastRow: lastRow, edge: edge))
          weights[plan.slot + index] = Float(row.weight(channel) / Double(count))
        }
      }
      return weights
    }
    offset = Float(row.offset)
    whole = weights(edge: false)
    edge = weights(edge: true)
  }

  private static func weigh(
    _ weights: SIMD4<Float>, _ body: (UnsafePointer<Float>) -> Void
  ) {
    withUnsafeBytes(of: weights) { bytes in
      guard let first = bytes.assumingMemoryBound(to: Float.self).baseAddress else { return }
      body(first)
    }
  }

  func weigh(
    _ sums: [UInt32], _ columns: Int, _ fullColumns: Int, _ row: Int, _ out: inout [Float]
  ) {
    sums.withUnsafeBufferPointer { sums in
      out.withUnsafeMutableBufferPointer { out in
        guard let out = out.baseAddress,
          let sums = sums.baseAddress?.advanced(by: row * columns * PlaneSums.mostChannels)
        else { return }
        let start = out + row * columns
        Self.weigh(whole) {
          luma_weigh(sums, columns, channels, $0, offset, fullColumns, start)
        }
        guard fullColumns < columns else { return }
        Self.weigh(edge) {
          luma_weigh(sums + fullColumns, columns, channels, $0, offset, 1, start + fullColumns)
        }
      }
    }
  }
}

extension Array where Element: Numeric {
  /// Makes it so long, in the memory that it has: a grid is measured by turns of one size and another.
  mutating func fit(_ length: Int) {
    if count > length {
      removeLast(count - length)
    } else if count < length {
      append(contentsOf: repeatElement(0, count: length - count))
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
