import CTurboJPEG

/// Makes JPEGs of small pictures. Belongs to one thread.
final class PreviewEncoder {
  private let handle: tjhandle
  /// Where artefacts begin to be seen at this size.
  private static let quality: Int32 = 75

  /// nil when there is no memory.
  init?() {
    guard let handle = tjInitCompress() else { return nil }
    self.handle = handle
  }

  deinit { tjDestroy(handle) }

  func encode(_ picture: PreviewPicture) -> [UInt8]? {
    var bytes: UnsafeMutablePointer<UInt8>?
    var count: UInt = 0
    defer { tjFree(bytes) }
    let result = picture.rgb.withUnsafeBufferPointer { source in
      tjCompress2(
        handle, source.baseAddress, Int32(picture.width), Int32(picture.width * 3),
        Int32(picture.height), Int32(TJPF_RGB.rawValue), &bytes, &count,
        Int32(TJSAMP_420.rawValue), Self.quality, TJFLAG_FASTDCT)
    }
    guard result == 0, let bytes else { return nil }
    return Array(UnsafeBufferPointer(start: bytes, count: Int(count)))
  }
}
