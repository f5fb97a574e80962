@testable import Photometry

/// What is seen of scenes one after another, for `SceneChanges`.
struct Film {
  static let rate = 30.0
  private static let map = SignalMap(columns: 80, rows: 45, hasChroma: false)

  var moments: [SignalHistory.Moment] = []
  var changes = SceneChanges()
  var time = 0.0
  private var view = TileView(firstColumn: 0, firstRow: 0, columns: 80, rows: 45)

  /// By so many of the scene's tiles.
  mutating func turn(_ columns: Int) { view.firstColumn += columns }

  /// So many seconds of what `luma` says of each tile; whether it is known all the while where the camera is.
  mutating func show(_ seconds: Double, isTold: Bool = false, _ luma: (Int, Int) -> Double) {
    var stored = [UInt16](repeating: 0, count: Self.map.count)
    for row in view.firstRow..<(view.firstRow + view.rows) {
      for column in view.firstColumn..<(view.firstColumn + view.columns) {
        stored[Self.map.index(.luma(column, row))] = UInt16(256 * min(255, luma(column, row)))
      }
    }
    for _ in 0..<Int((seconds * Self.rate).rounded()) {
      let moment = SignalHistory.Moment(
        time: time, exposure: nil, gain: 1, mean: 100, view: view,
        restX: 0, restY: 0, stored: stored)
      moments.append(moment)
      changes.look(at: moment, Self.map, isTold: isTold)
      time += 1 / Self.rate
    }
  }

  func last(isFinal: Bool = false) -> SceneChanges.Change? {
    changes.last(moments, Self.map, isFinal: isFinal)
  }
}
