@testable import Photometry

/// The frame meter's level by the definitions, pixel by pixel, in double precision.
struct NaiveFrameMeter {
  private var calibrated: [Double] = []
  private var lastUnlit = 0.0

  mutating func level(_ bytes: FrameBytes, region: Region?, calibrate: Bool) -> Double {
    let region = region ?? Region(x: 0, y: 0, width: bytes.width, height: bytes.height)
    var values: [Double] = []
    for y in region.y..<(region.y + region.height) {
      for x in region.x..<(region.x + region.width) {
        let luma = NaiveLuma.tile(bytes, x: x, y: y, width: 1, height: 1).luma
        values.append(min(max(luma, 0), 255))
      }
    }
    if calibrate {
      if calibrated.isEmpty { calibrated = values }
      calibrated = zip(calibrated, values).map { ($0 + $1) / 2 }
      lastUnlit = values.reduce(0, +)
      return 100
    }
    let total = zip(values, calibrated).reduce(0.0) { sum, pixel in
      sum + (pixel.0 > 1.15 * pixel.1 ? 2 * pixel.0 : pixel.0)
    }
    let level = 100 * total / lastUnlit
    lastUnlit = total
    return level
  }
}
