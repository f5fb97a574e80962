import Testing

@testable import Photometry

struct SignalHistoryTests {
  @Test(arguments: [(1, 1), (3, 2), (240, 135)])
  func `buffers that were not used before are nought`(columns: Int, rows: Int) {
    let map = SignalMap(columns: columns, rows: rows, hasChroma: true)
    var history = SignalHistory()
    let buffers = history.buffers(for: map)
    #expect(buffers.stored == [UInt16](repeating: 0, count: map.count))
    #expect(buffers.peaks == [UInt8](repeating: 0, count: map.tiles))
  }
}
