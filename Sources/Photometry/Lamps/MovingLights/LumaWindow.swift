/// The luma of a rectangle of pixels, whatever format they have.
struct LumaWindow: Sendable {
  private struct Kind: Hashable {
    var format: PixelFormat
    var matrix: ColorMatrix
    var range: ValueRange
  }

  /// Row by row, in whole units of which white is `high`.
  private(set) var values: [Int32] = []
  private(set) var high: Int32 = 1
  private var kind: Kind?
  private var units: PixelUnits?
  private var row: [Int32] = []
  private var scratch: [Int32] = []

  /// Reads a rectangle that lies in the picture; false where its format has no luma. The frame has been
  /// measured before, so that its planes hold what its size says.
  mutating func read(_ frame: borrowing Frame, _ region: Region) -> Bool {
    let now = Kind(format: frame.format, matrix: frame.matrix, range: frame.range)
    if now != kind {
      kind = now
      units = PixelUnits(frame.format, matrix: frame.matrix, range: frame.range)
    }
    guard let units else { return false }
    high = units.high
    // A row may begin up to seven pixels early, where its chroma sample does.
    if row.count < region.width + 8 {
      row = [Int32](repeating: 0, count: region.width + 8)
      scratch = row
    }
    let count = region.width * region.height
    if values.count != count { values = [Int32](repeating: 0, count: count) }
    for line in 0..<region.height {
      let skip = units.fill(&row, &scratch, frame, region, line)
      let start = line * region.width
      for index in 0..<region.width {
        values[start + index] = min(max(row[skip + index], 0), high)
      }
    }
    return true
  }
}
