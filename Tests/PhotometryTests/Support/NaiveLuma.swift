@testable import Photometry

/// Luma and chroma by the definitions, sample by sample, in double precision: what the fast kernels
/// are held against.
enum NaiveLuma {
  struct Means {
    var luma = 0.0
    var blue = 0.0
    var red = 0.0
  }

  /// Means of a rectangle; in YUV the planes' means are taken first, each over its own samples.
  static func tile(_ bytes: FrameBytes, x: Int, y: Int, width: Int, height: Int) -> Means {
    let format = bytes.format
    func mean(
      _ plane: Int, period: Int = 1, offset: Int = 0, shiftX: Int = 0, shiftY: Int = 0
    ) -> Double {
      let columns = (x >> shiftX)..<((x + width - 1) >> shiftX) + 1
      let rows = (y >> shiftY)..<((y + height - 1) >> shiftY) + 1
      var sum = 0.0
      for row in rows {
        for column in columns { sum += bytes.sample(plane, row, column * period + offset) }
      }
      return sum / Double(columns.count * rows.count)
    }
    let (shiftX, shiftY) = (format.chromaShiftX, format.chromaShiftY)
    switch format.layout {
    case .gray:
      return Means(luma: value(mean(0), bytes))
    case .planarYUV:
      return fromYUV(
        mean(0), mean(1, shiftX: shiftX, shiftY: shiftY), mean(2, shiftX: shiftX, shiftY: shiftY),
        bytes)
    case .semiplanarYUV(let redFirst):
      let first = mean(1, period: 2, offset: 0, shiftX: shiftX, shiftY: shiftY)
      let second = mean(1, period: 2, offset: 1, shiftX: shiftX, shiftY: shiftY)
      return fromYUV(mean(0), redFirst ? second : first, redFirst ? first : second, bytes)
    case .yuyv:
      return fromYUV(
        mean(0, period: 2), mean(0, period: 4, offset: 1, shiftX: 1),
        mean(0, period: 4, offset: 3, shiftX: 1), bytes)
    case .uyvy:
      return fromYUV(
        mean(0, period: 2, offset: 1), mean(0, period: 4, offset: 0, shiftX: 1),
        mean(0, period: 4, offset: 2, shiftX: 1), bytes)
    case .packedRGB(let red, let green, let blue, let step):
      return fromRGB(
        value(mean(0, period: step, offset: red), bytes),
        value(mean(0, period: step, offset: green), bytes),
        value(mean(0, period: step, offset: blue), bytes))
    case .planarGBR:
      return fromRGB(value(mean(2), bytes), value(mean(0), bytes), value(mean(1), bytes))
    }
  }

  /// A sample of luma, red, green or blue on 0...255.
  static func value(_ sample: Double, _ bytes: FrameBytes) -> Double {
    switch bytes.range {
    case .full: return sample * 255 / Double((1 << bytes.format.bitDepth) - 1)
    case .limited: return (sample / Double(1 << (bytes.format.bitDepth - 8)) - 16) * 255 / 219
    }
  }

  static func chroma(_ sample: Double, _ bytes: FrameBytes) -> Double {
    let middle = Double(1 << (bytes.format.bitDepth - 1))
    switch bytes.range {
    case .full: return (sample - middle) * 255 / Double((1 << bytes.format.bitDepth) - 1)
    case .limited: return (sample - middle) / Double(1 << (bytes.format.bitDepth - 8)) * 255 / 224
    }
  }

  static func fromYUV(_ y: Double, _ cb: Double, _ cr: Double, _ bytes: FrameBytes) -> Means {
    let (kr, kb): (Double, Double) =
      switch bytes.matrix {
      case .bt601: (0.299, 0.114)
      case .bt709: (0.2126, 0.0722)
      case .bt2020: (0.2627, 0.0593)
      }
    let luma = value(y, bytes)
    let red = luma + 2 * (1 - kr) * chroma(cr, bytes)
    let blue = luma + 2 * (1 - kb) * chroma(cb, bytes)
    let green = (luma - kr * red - kb * blue) / (1 - kr - kb)
    return fromRGB(red, green, blue)
  }

  static func fromRGB(_ red: Double, _ green: Double, _ blue: Double) -> Means {
    let luma = 0.299 * red + 0.587 * green + 0.114 * blue
    return Means(luma: luma, blue: (blue - luma) / 1.772, red: (red - luma) / 1.402)
  }
}
