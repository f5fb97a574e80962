public import Photometry

/// What a recording's pictures are like as a whole: what an explanation, or a plot, wants to know
/// besides the lamps.
///
/// Stateful, fed picture by picture; keeps a few numbers of each, and a few small copies.
public struct PictureSurvey: Sendable {
  /// A tile as bright as this, of 255, has reached white: sensors and codecs leave a few steps.
  static let white: Float = 250
  /// Copies kept at most.
  private static let mostStills = 48

  /// Seconds of the first and the last picture.
  public private(set) var start: Double?
  public private(set) var end = 0.0
  /// Pictures in all.
  public private(set) var count = 0
  /// Mean luma of each picture, 0...255, with its time.
  private(set) var means: [(time: Double, luma: Float)] = []
  /// Small copies of pictures, spread over the recording; as stored.
  public private(set) var stills: [StillPicture] = []

  private var grid = TileGrid()
  private var whites: [Float] = []
  private var least: [Float] = []
  private var most: [Float] = []
  private var stillInterval = 0.25

  public init() {}

  /// Takes the next picture; one that cannot be measured is passed over.
  public mutating func consume(_ frame: borrowing Frame) {
    guard (try? grid.measure(frame, channels: .luma)) != nil else { return }
    start = start ?? frame.time
    end = frame.time
    count += 1
    means.append((frame.time, Float(grid.mean)))
    let isWhite = grid.luma.reduce(into: 0) { if $1 >= Self.white { $0 += 1 } }
    whites.append(Float(isWhite) / Float(max(1, grid.luma.count)))
    if least.count == grid.luma.count {
      for index in least.indices {
        least[index] = min(least[index], grid.luma[index])
        most[index] = max(most[index], grid.luma[index])
      }
    } else {
      (least, most) = (grid.luma, grid.luma)
    }
    keepStill(frame)
  }

  /// Seconds from the first picture to the last.
  public var seconds: Double { start.map { end - $0 } ?? 0 }

  /// The usual part of the picture that is white, 0 to 1.
  var whiteShare: Double { Double(whites.median ?? 0) }

  /// The usual mean luma of a picture, 0...255.
  var usualLuma: Double { Double(means.map(\.luma).median ?? 0) }

  /// The most that any tile of 8x8 pixels changed by over the recording, in luma steps of 255.
  var greatestChange: Double { Double(zip(most, least).map { $0 - $1 }.max() ?? 0) }

  /// The tile that changed most, in stored pixels, among those whose middle lies within `region`, or
  /// beyond it; nil where there is none.
  func greatestChange(within region: Region, isWithin: Bool) -> (
    change: Double, x: Double, y: Double
  )? {
    guard grid.columns > 0 else { return nil }
    var greatest: (change: Double, x: Double, y: Double)?
    for index in least.indices {
      let x = (index % grid.columns) * TileGrid.side + TileGrid.side / 2
      let y = (index / grid.columns) * TileGrid.side + TileGrid.side / 2
      let lies =
        (region.x..<region.x + region.width).contains(x)
        && (region.y..<region.y + region.height).contains(y)
      let change = Double(most[index] - least[index])
      if lies == isWithin, change > greatest?.change ?? -1 {
        greatest = (change, Double(x), Double(y))
      }
    }
    return greatest
  }

  /// The copy that shows the most light: one taken while one of `spans` was lit, where there is one.
  public func still(litDuring spans: [ClosedRange<Double>]) -> StillPicture? {
    stills.first { still in spans.contains { $0.contains(still.time) } } ?? stills.first
  }

  /// Four a second at first; when there are too many, every other is dropped and they come half as
  /// often.
  private mutating func keepStill(_ frame: borrowing Frame) {
    if let last = stills.last, frame.time - last.time < stillInterval { return }
    guard let still = try? StillPicture(frame, widest: 400) else { return }
    stills.append(still)
    guard stills.count > Self.mostStills else { return }
    stillInterval *= 2
    stills = stills.enumerated().filter { $0.offset % 2 == 0 }.map(\.element)
  }
}
