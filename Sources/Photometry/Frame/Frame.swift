/// A borrowed plane of a picture: `stride` bytes from the start of a row to the next.
public struct Plane: ~Escapable {
  public let bytes: RawSpan
  public let stride: Int

  @_lifetime(copy bytes)
  public init(bytes: RawSpan, stride: Int) {
    self.bytes = bytes
    self.stride = stride
  }
}

/// One picture, borrowed from the driver's or the codec's buffer: nothing is copied.
public struct Frame: ~Escapable {
  /// Seconds, of the middle of the exposure as far as known: the container's presentation time or
  /// the driver's buffer time, never a frame count and never the wall clock.
  public let time: Double
  /// Seconds of light that the sensor gathered, where known.
  public let exposure: Double?
  /// Pixels, as stored (before any rotation).
  public let width: Int
  public let height: Int
  public let format: PixelFormat
  public let matrix: ColorMatrix
  public let range: ValueRange
  /// As many planes as the format's layout says, in its order.
  public let plane0: Plane
  public let plane1: Plane?
  public let plane2: Plane?

  @_lifetime(copy plane0, copy plane1, copy plane2)
  public init(
    time: Double, exposure: Double? = nil, width: Int, height: Int, format: PixelFormat,
    matrix: ColorMatrix = .bt601, range: ValueRange = .full,
    plane0: Plane, plane1: Plane? = nil, plane2: Plane? = nil
  ) {
    self.time = time
    self.exposure = exposure
    self.width = width
    self.height = height
    self.format = format
    self.matrix = matrix
    self.range = range
    self.plane0 = plane0
    self.plane1 = plane1
    self.plane2 = plane2
  }
}
