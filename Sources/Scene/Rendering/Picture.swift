public import Photometry

/// A picture of one's own: RGB24 rows without padding.
public struct Picture: Sendable {
  /// Seconds, as `Frame.time`.
  public var time: Double
  /// Seconds of exposure.
  public var exposure: Double?
  public let width: Int
  public let height: Int
  /// width * height * 3 bytes: red, green, blue.
  public var pixels: [UInt8]

  public init(time: Double, exposure: Double? = nil, width: Int, height: Int, pixels: [UInt8]) {
    self.time = time
    self.exposure = exposure
    self.width = width
    self.height = height
    self.pixels = pixels
  }

  /// Lends the picture as a frame.
  public func withFrame<Result, Failure>(
    _ body: (borrowing Frame) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(
      Frame(
        time: time, exposure: exposure, width: width, height: height, format: .rgb24,
        plane0: Plane(bytes: pixels.span.bytes, stride: width * 3)))
  }
}
