/// The 256 colours of a GIF's picture.
///
/// A picture of at most 256 colours, any gray one among them, keeps them all. Another is brought to
/// six levels of red, seven of green, six of blue, dithered in order so that means stay.
struct Palette {
  /// 256 colours as alpha, red, green, blue from the highest byte on; all opaque.
  let colors: [UInt32]
  /// Each colour's place, where the picture's own colours are kept.
  private let places: [UInt32: UInt8]?

  init(pixels: UnsafeRawBufferPointer, stride: Int, width: Int, height: Int) {
    var places: [UInt32: UInt8] = [:]
    var own: [UInt32] = []
    search: for row in 0..<height {
      var last: UInt32?
      for column in 0..<width {
        let at = row * stride + column * 3
        let color = Self.color(red: pixels[at], green: pixels[at + 1], blue: pixels[at + 2])
        if color == last || places[color] != nil { continue }
        guard own.count < 256 else {
          own = []
          break search
        }
        places[color] = UInt8(own.count)
        own.append(color)
        last = color
      }
    }
    if own.isEmpty {
      self.places = nil
      colors = Self.cube
    } else {
      self.places = places
      colors = own + [UInt32](repeating: own[0], count: 256 - own.count)
    }
  }

  /// A pixel's colour by its place in the palette.
  func index(red: UInt8, green: UInt8, blue: UInt8, row: Int, column: Int) -> UInt8 {
    if let places { return places[Self.color(red: red, green: green, blue: blue)] ?? 0 }
    let threshold = Self.bayer[(row & 3) * 4 + (column & 3)]
    let redLevel = Self.level(red, steps: 5, threshold: threshold)
    let greenLevel = Self.level(green, steps: 6, threshold: threshold)
    let blueLevel = Self.level(blue, steps: 5, threshold: threshold)
    return UInt8((redLevel * 7 + greenLevel) * 6 + blueLevel)
  }

  private static func color(red: UInt8, green: UInt8, blue: UInt8) -> UInt32 {
    0xFF00_0000 | UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
  }

  /// The level from 0 to `steps` at or above a value's place, by how far it is past the lower one.
  private static func level(_ value: UInt8, steps: Int, threshold: Int) -> Int {
    let scaled = Int(value) * steps
    return scaled / 255 + (scaled % 255 * 32 > (threshold * 2 + 1) * 255 ? 1 : 0)
  }

  /// Thresholds of ordered dithering (Bayer 1973), in sixteenths.
  private static let bayer = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5]

  private static let cube: [UInt32] = {
    var colors: [UInt32] = []
    for red in 0...5 {
      for green in 0...6 {
        for blue in 0...5 {
          colors.append(
            color(
              red: UInt8(red * 255 / 5), green: UInt8(green * 255 / 6), blue: UInt8(blue * 255 / 5))
          )
        }
      }
    }
    return colors + [UInt32](repeating: 0xFF00_0000, count: 256 - colors.count)
  }()
}
