/// How full-range BT.601 luma, Cb and Cr (0...255 and -127.5...127.5) follow from a format's samples:
/// each output is an offset and a weight for each kind of channel.
struct ColorWeights {
  /// Weights of one output for the samples of a pixel.
  struct Row {
    var offset: Double
    var first: Double
    var second: Double
    var third: Double

    /// The weight of a channel: Y, Cb, Cr or R, G, B.
    func weight(_ channel: SampleLayout.Channel) -> Double {
      switch channel {
      case .luma, .red: first
      case .blueDifference, .green: second
      case .redDifference, .blue: third
      case .unused: 0
      }
    }
  }

  var luma: Row
  var blueDifference: Row
  var redDifference: Row

  /// BT.601-7, 2.5.1.
  static let red = 0.299
  static let green = 0.587
  static let blue = 0.114

  init(_ format: PixelFormat, matrix: ColorMatrix, range: ValueRange) {
    // Samples to 0...255: over 8 bits, limited range scales by powers of two (BT.709-6, 3.5), full
    // range by the largest value.
    let largest = Double((1 << format.bitDepth) - 1)
    let step = Double(1 << max(format.bitDepth - 8, 0))
    let (lumaGain, lumaZero, chromaGain): (Double, Double, Double) =
      switch range {
      case .full: (255 / largest, 0, 255 / largest)
      case .limited: (255 / 219 / step, 16 * step, 255 / 224 / step)
      }
    let chromaZero = 128 * step

    switch format.layout {
    case .gray:
      luma = Row(offset: -lumaZero * lumaGain, first: lumaGain, second: 0, third: 0)
      blueDifference = Row(offset: 0, first: 0, second: 0, third: 0)
      redDifference = blueDifference
    case .packedRGB, .planarGBR:
      func row(_ red: Double, _ green: Double, _ blue: Double) -> Row {
        Row(
          offset: -lumaZero * lumaGain * (red + green + blue), first: lumaGain * red,
          second: lumaGain * green, third: lumaGain * blue)
      }
      luma = row(Self.red, Self.green, Self.blue)
      // Cb = (B - Y) / (2 (1 - Kb)), Cr = (R - Y) / (2 (1 - Kr)).
      let blueScale = 0.5 / (1 - Self.blue)
      let redScale = 0.5 / (1 - Self.red)
      blueDifference = row(
        -Self.red * blueScale, -Self.green * blueScale, (1 - Self.blue) * blueScale)
      redDifference = row((1 - Self.red) * redScale, -Self.green * redScale, -Self.blue * redScale)
    case .planarYUV, .semiplanarYUV, .yuyv, .uyvy:
      let (kr, kb): (Double, Double) =
        switch matrix {
        case .bt601: (Self.red, Self.blue)
        case .bt709: (0.2126, 0.0722)
        case .bt2020: (0.2627, 0.0593)
        }
      let kg = 1 - kr - kb
      // Back to R, G and B as parts of Y, Cb and Cr; Y has weight 1 in each.
      let redFromRed = 2 * (1 - kr)
      let blueFromBlue = 2 * (1 - kb)
      let greenFromBlue = -kb * blueFromBlue / kg
      let greenFromRed = -kr * redFromRed / kg
      let lumaFromBlue = Self.green * greenFromBlue + Self.blue * blueFromBlue
      let lumaFromRed = Self.red * redFromRed + Self.green * greenFromRed
      func row(_ first: Double, _ second: Double, _ third: Double) -> Row {
        Row(
          offset: -first * lumaGain * lumaZero - (second + third) * chromaGain * chromaZero,
          first: first * lumaGain, second: second * chromaGain, third: third * chromaGain)
      }
      if matrix == .bt601 {
        // Exactly, so that no plane of chroma is read for a plane of luma.
        luma = row(1, 0, 0)
        blueDifference = row(0, 1, 0)
        redDifference = row(0, 0, 1)
      } else {
        luma = row(1, lumaFromBlue, lumaFromRed)
        let blueScale = 0.5 / (1 - Self.blue)
        let redScale = 0.5 / (1 - Self.red)
        blueDifference = row(
          0, (blueFromBlue - lumaFromBlue) * blueScale, -lumaFromRed * blueScale)
        redDifference = row(0, -lumaFromBlue * redScale, (redFromRed - lumaFromRed) * redScale)
      }
    }
  }
}
