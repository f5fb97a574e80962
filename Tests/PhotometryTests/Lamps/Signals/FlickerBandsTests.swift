import Scene
import Testing

@testable import Photometry

struct FlickerBandsTests {
  private static let map = SignalMap(columns: 40, rows: 40, hasChroma: false)
  private static let view = TileView(firstColumn: 0, firstRow: 0, columns: 40, rows: 40)

  /// What some light does to a tile of a row in a picture.
  typealias Light = @Sendable (_ column: Int, _ row: Int, _ picture: Int) -> Double

  /// A texture, noise and light, as it was stored.
  private static func history(pictures: Int = 120, _ light: Light) -> SignalHistory {
    var random = SplitMix(seed: 7)
    let texture = (0..<map.count).map { _ in Float.random(in: 60...140, using: &random) }
    var history = SignalHistory()
    for picture in 0..<pictures {
      var signals = texture
      for row in 0..<view.rows {
        for column in 0..<view.columns {
          let place = map.index(.luma(column, row))
          signals[place] *= Float(light(column, row, picture))
          signals[place] += Float.random(in: -1...1, using: &random)
        }
      }
      let (_, peaks) = history.buffers(for: map)
      history.append(
        SignalHistory.Moment(
          time: Double(picture) / 30, exposure: nil, gain: 1, mean: 100, view: view, restX: 0,
          restY: 0, stored: map.stored(signals), peaks: peaks))
    }
    return history
  }

  private static func bands(_ count: Double, turning: Double) -> Light {
    { _, row, picture in
      1 + 0.05 * sine(2 * .pi * (count * Double(row) / 40 + turning * Double(picture)))
    }
  }

  /// Bands that go by at once, with the next picture but two, and in eight seconds.
  @Test(arguments: [(1.5, 0.33), (0.75, 0.03), (3.2, -0.004)])
  func `bands that go by are told and taken out`(count: Double, turning: Double) throws {
    var history = Self.history(pictures: 240, Self.bands(count, turning: turning))
    var bands = FlickerBands()
    let isTold = bands.look(at: history.moments, Self.map)
    #expect(isTold)
    let found = try #require(bands.count)
    #expect(abs(found - count) < 0.26)
    // What all of the picture shares is for its gain: one row against another.
    func spread() -> Double {
      let places = [11, 31].map { Self.map.index(.luma(20, $0)) }
      let ratios = history.moments.map {
        Double($0.stored[places[0]]) / Double($0.stored[places[1]])
      }
      let mean = ratios.reduce(0, +) / Double(ratios.count)
      return 100 * TraceMath.variance(ratios).squareRoot() / mean
    }
    let before = spread()
    history.remove(bands, Self.map)
    // Per cent. What is left is noise, of half a step of 60 to 140.
    #expect(before > 2.5 && spread() < 1.5)
  }

  @Test(
    arguments: [
      // Nothing; bands that stand still; a lamp's light on a wall; the same of two lamps, the one above the other.
      { _, _, _ in 1 }, bands(1.5, turning: 0),
      { column, row, picture in
        picture / 9 % 2 == 0 ? 1 : 1 + 0.2 * sine(.pi * Double(row) / 40)
      },
      { column, row, picture in
        (picture / 7 % 2 == 0 ? 1 : 1 + 0.2 * max(0, sine(.pi * Double(row) / 20)))
          * (picture / 11 % 2 == 0 ? 1 : 1 + 0.2 * max(0, -sine(.pi * Double(row) / 20)))
      },
    ] as [Light])
  func `what goes by nowhere is no band`(light: Light) {
    var bands = FlickerBands()
    let isTold = bands.look(at: Self.history(light).moments, Self.map)
    #expect(!isTold)
    #expect(bands.count == nil)
  }

  @Test func `what a lamp lights is left where bands are taken out`() {
    let flicker = Self.bands(1.5, turning: 0.33)
    var history = Self.history { column, row, picture in
      let isLit = picture / 10 % 2 == 1 && column < 15 && (8..<14).contains(row)
      return flicker(column, row, picture) * (isLit ? 1.4 : 1)
    }
    var bands = FlickerBands()
    let isTold = bands.look(at: history.moments, Self.map)
    #expect(isTold)
    history.remove(bands, Self.map)
    let place = Self.map.index(.luma(12, 10))
    let levels = Keyedness(history.moments.map { Double($0.stored[place]) / 256 })
    #expect(levels?.isClear == true && levels?.changes == 11)
  }

  @Test(arguments: [1, 3] as [UInt64])
  func `a lamp under flicker that goes by in bands is followed`(seed: UInt64) throws {
    let scene = try #require(SceneCatalogue.named("flicker-bands")).scene(seed: seed)
    #expect(FinderRun(scene).wrong(scene) < 0.02)
  }
}
