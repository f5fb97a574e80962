/// The 256 colours of a GIF's pictures.
///
/// A gray picture keeps all its levels, and one of at most 255 colours keeps them all. Any other is
/// brought to six levels of red, seven of green, six of blue, dithered in order so that means stay.
///
/// FFmpeg's encoder leaves out what has the same places in the palette as the picture before, wherever
/// a palette is that of the first picture. So a colour never changes its place while that can be.
struct Palette {
  /// 256 colours as alpha, red, green, blue from the highest byte on; all opaque.
  var colors: [UInt32] {
    own + [UInt32](repeating: Self.color(red: 0, green: 0, blue: 0), count: 256 - own.count)
  }

  /// The colours so far, each at its place.
  private var own: [UInt32] = []
  private var places: [UInt32: UInt8] = [:]
  /// Whether there were too many; there is no way back.
  private var isCube = false
  /// The very first colour, and how often the palette began anew: so that no later palette begins as
  /// the first one did.
  private var first: UInt32?
  private var restarts: UInt32 = 0

  /// Makes the palette hold the colours of the next picture.
  mutating func take(pixels: UnsafeRawBufferPointer, stride: Int, width: Int, height: Int) {
    if isCube || add(pixels, stride, width, height) { return }
    // Too many with those of earlier pictures: begin anew, unlike the first palette.
    restarts = (restarts + 1) & 0xFF_FFFF
    let mark = (first ?? 0) ^ restarts | 0xFF00_0000
    own = [mark]
    places = [mark: 0]
    if add(pixels, stride, width, height) { return }
    isCube = true
    own = Self.cube
  }

  /// A pixel's colour by its place in the palette.
  func index(red: UInt8, green: UInt8, blue: UInt8, row: Int, column: Int) -> UInt8 {
    if !isCube { return places[Self.color(red: red, green: green, blue: blue)] ?? 0 }
    let threshold = Self.bayer[(row & 3) * 4 + (column & 3)]
    let redLevel = Self.level(red, steps: 5, threshold: threshold)
    let greenLevel = Self.level(green, steps: 6, threshold: threshold)
    let blueLevel = Self.level(blue, steps: 5, threshold: threshold)
    return UInt8((redLevel * 7 + greenLevel) * 6 + blueLevel)
  }

  /// Adds a picture's colours; false where there is no room for them.
  private mutating func add(
    _ pixels: UnsafeRawBufferPointer, _ stride: Int, _ width: Int, _ height: Int
  ) -> Bool {
    for row in 0..<height {
      var last: UInt32?
      for column in 0..<width {
        let at = row * stride + column * 3
        let color = Self.color(red: pixels[at], green: pixels[at + 1], blue: pixels[at + 2])
        if color == last || places[color] != nil { continue }
        guard own.count < 256 else { return false }
        places[color] = UInt8(own.count)
        own.append(color)
        if first == nil {
          first = color
          // A gray beginning, most likely of a gray recording: all its levels get a place.
          if pixels[at] == pixels[at + 1], pixels[at] == pixels[at + 2] { addGrays() }
        }
        last = color
      }
    }
    return true
  }

  private mutating func addGrays() {
    for level in UInt8.min...UInt8.max {
      let color = Self.color(red: level, green: level, blue: level)
      if places[color] == nil {
        places[color] = UInt8(own.count)
        own.append(color)
      }
    }
  }

  private static func color(red: UInt8, green: UInt8, blue: UInt8) -> UInt32 {
    0xFF00_0000 | UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
  }

  /// The level from 0 to `steps` of a value: the one below it or the one above, by the threshold.
  private static func level(_ value: UInt8, steps: Int, threshold: Int) -> Int {
    let scaled = Int(value) * steps
    return scaled / 255 + (scaled % 255 * 32 > (threshold * 2 + 1) * 255 ? 1 : 0)
  }

  /// Thresholds of ordered dithering (Bayer 1973), in sixteenths.
  private static let bayer = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5]

  private static let cube: [UInt32] = (0..<252).map { place in
    let red = UInt8(place / 42 * 255 / 5)
    let green = UInt8(place / 6 % 7 * 255 / 6)
    let blue = UInt8(place % 6 * 255 / 5)
    return color(red: red, green: green, blue: blue)
  }
}
