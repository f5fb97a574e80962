/// One way in which a camera can give pictures: a format at a size, at any of some rates.
public struct CameraMode: Hashable, Sendable {
  public var format: FourCC
  /// The driver's own words for the format.
  public var formatName: String
  /// Pixels.
  public var width: Int
  public var height: Int
  /// The highest first; empty where the driver does not say.
  public var rates: [FrameRate]
  /// Every rate between the ends of `rates` will do.
  public var isRateContinuous: Bool
  /// libv4l2 makes this format out of another.
  public var isConverted: Bool

  public init(
    format: FourCC, formatName: String = "", width: Int, height: Int, rates: [FrameRate],
    isRateContinuous: Bool = false, isConverted: Bool = false
  ) {
    self.format = format
    self.formatName = formatName
    self.width = width
    self.height = height
    self.rates = rates.sorted(by: >)
    self.isRateContinuous = isRateContinuous
    self.isConverted = isConverted
  }

  /// Whether Heliograph reads it, itself or by libv4l2's conversion.
  public var isReadable: Bool { CaptureFormat(format) != nil }

  /// The rate nearest to the one wished for; the highest where none is.
  func rate(nearest wish: FrameRate?) -> FrameRate? {
    guard let wish else { return rates.first }
    if isRateContinuous, let highest = rates.first, let lowest = rates.last {
      return min(max(wish, lowest), highest)
    }
    return rates.min {
      abs($0.perSecond - wish.perSecond) < abs($1.perSecond - wish.perSecond)
    }
  }
}

/// What a camera is asked for.
struct ModeChoice: Hashable, Sendable {
  var mode: CameraMode
  /// nil: the driver's own.
  var rate: FrameRate?

  /// The best of `modes`: what is wished for; else a picture of 640x480 at least, where one comes at
  /// 24 frames a second or more; then the highest rate, the size nearest to 640x480, and the format
  /// that keeps most of the light and costs least.
  ///
  /// 640x480 shows a distant lamp of two pixels that is lost in a quarter of it; 24 frames a second
  /// still read 28 words a minute (a dot is a frame). Above 60 frames a second a rate counts as 60:
  /// a dot at 60 words a minute lasts 20 ms, and what a camera gives beyond it, it takes from the
  /// exposure and so from the lamp's light. Above 640x480 a USB 2 camera compresses or slows down,
  /// and all that is gained is aim.
  static func best(
    of modes: [CameraMode], width: Int? = nil, height: Int? = nil, rate: FrameRate? = nil
  ) -> ModeChoice? {
    let fitting = modes.filter {
      $0.isReadable && (width == nil || $0.width == width) && (height == nil || $0.height == height)
    }
    return fitting.map { ModeChoice(mode: $0, rate: $0.rate(nearest: rate)) }
      .max { $0.merit(wish: rate).lexicographicallyPrecedes($1.merit(wish: rate)) }
  }

  /// Compared from the left.
  private func merit(wish: FrameRate?) -> [Double] {
    let perSecond = rate?.perSecond ?? 0
    let speed = wish.map { -abs($0.perSecond - perSecond) } ?? min(perSecond, 60)
    let area = Double(mode.width) * Double(mode.height)
    let nearness = -abs((area / (640 * 480)).logarithm)
    let isEnough = wish == nil && area >= 640 * 480 && perSecond >= 23.9
    // Rates a tenth of a frame apart are the same, however their fractions were rounded.
    return [
      isEnough ? 1 : 0, (speed * 10).rounded(), nearness, mode.isConverted ? 0 : 1,
      Double(CaptureFormat(mode.format)?.rank ?? 0), mode.format == FourCC("YUYV") ? 1 : 0,
    ]
  }
}
