import CTurboJPEG
import Foundation
import Photometry

/// Makes a JPEG of a small picture, to be put into a document.
enum JPEGEncoder {
  /// As `data:image/jpeg;base64,...`; nil when there is no memory.
  static func dataURI(of picture: StillPicture) -> String? {
    guard let handle = tjInitCompress() else { return nil }
    defer { tjDestroy(handle) }
    var bytes: UnsafeMutablePointer<UInt8>?
    var size: UInt = 0
    defer { if let bytes { tjFree(bytes) } }
    // A distant lamp is two pixels of the picture: no chroma is left out, and little else.
    let result = picture.pixels.withUnsafeBufferPointer {
      tjCompress2(
        handle, $0.baseAddress, Int32(picture.width), Int32(picture.width * 3),
        Int32(picture.height), Int32(TJPF_RGB.rawValue), &bytes, &size,
        Int32(TJSAMP_444.rawValue), 88, 0)
    }
    guard result == 0, let bytes else { return nil }
    let data = Data(bytes: bytes, count: Int(size))
    return "data:image/jpeg;base64," + data.base64EncodedString()
  }
}
