import CTurboJPEG

/// Reads the luma of JPEG pictures, at a reduced scale where they are large.
///
/// Luma only costs little more than half of a whole picture: the chroma is parsed but not transformed.
/// Each reduction by two averages 2x2 pixels before they are made, so no light is lost by it.
final class JPEGDecoder {
  /// The last picture that was read: rows without padding.
  private(set) var luma: [UInt8] = []
  private(set) var width = 0
  private(set) var height = 0

  private let handle: tjhandle
  /// Pixels of the widest picture that is read at its own scale.
  private let widest: Int
  /// A JPEG's head may claim anything; a camera has not more than 8K.
  private static let largestArea = 8192 * 8192

  /// nil when there is no memory.
  init?(widest: Int) {
    guard let handle = tjInitDecompress() else { return nil }
    self.handle = handle
    self.widest = widest
  }

  deinit { tjDestroy(handle) }

  /// By how much a picture so wide is reduced, in each direction.
  static func reduction(width: Int, widest: Int) -> Int {
    [1, 2, 4].first { width / $0 <= widest } ?? 8
  }

  /// Reads a picture; false, and nothing changed but `luma`'s content, where it is damaged.
  func decode(_ picture: borrowing RawSpan) -> Bool {
    picture.withUnsafeBytes { bytes in
      guard let start = bytes.bindMemory(to: UInt8.self).baseAddress else { return false }
      let size = UInt(bytes.count)
      var (fullWidth, fullHeight): (Int32, Int32) = (0, 0)
      var (sampling, colors): (Int32, Int32) = (0, 0)
      guard
        tjDecompressHeader3(handle, start, size, &fullWidth, &fullHeight, &sampling, &colors) == 0,
        fullWidth > 0, fullHeight > 0,
        Int(fullWidth) * Int(fullHeight) <= JPEGDecoder.largestArea
      else { return false }
      let part = JPEGDecoder.reduction(width: Int(fullWidth), widest: widest)
      let newWidth = (Int(fullWidth) + part - 1) / part
      let newHeight = (Int(fullHeight) + part - 1) / part
      if luma.count != newWidth * newHeight {
        luma = Array(repeating: 0, count: newWidth * newHeight)
      }
      let result = luma.withUnsafeMutableBufferPointer {
        tjDecompress2(
          handle, start, size, $0.baseAddress, Int32(newWidth), Int32(newWidth),
          Int32(newHeight), Int32(TJPF_GRAY.rawValue), TJFLAG_FASTDCT)
      }
      guard result == 0 || isHarmless() else { return false }
      (width, height) = (newWidth, newHeight)
      return true
    }
  }

  /// Cameras are known to pad between the segments ("extraneous bytes before marker"); the
  /// picture is whole all the same. One that ended too early has gray where it was cut off.
  private func isHarmless() -> Bool {
    guard tjGetErrorCode(handle) == TJERR_WARNING.rawValue else { return false }
    return String(cString: tjGetErrorStr2(handle)).contains("extraneous bytes")
  }
}
