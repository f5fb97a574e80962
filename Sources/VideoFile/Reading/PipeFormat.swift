/// Tells by its first bytes whether a video can be read onwards only, from a pipe.
enum PipeFormat {
  /// Each: where the bytes stand, and what they are.
  private static let signatures: [(offset: Int, bytes: [UInt8])] = [
    (0, [0x1A, 0x45, 0xDF, 0xA3]),  // Matroska and WebM: an EBML header
    (0, Array("YUV4MPEG2".utf8)),
    (0, Array("FLV".utf8)),
    (0, Array("OggS".utf8)),
    (0, [0xFF, 0xD8, 0xFF]),  // JPEG pictures one after another
    (0, [0x00, 0x00, 0x01]),  // MPEG start codes: program and elementary streams
    (0, [0x00, 0x00, 0x00, 0x01]),  // H.264 and HEVC, Annex B
    (188, [0x47]),  // MPEG transport stream: a sync byte every 188 bytes
  ]

  static func isReadableOnwards(_ head: [UInt8]) -> Bool {
    signatures.contains { signature in
      let end = signature.offset + signature.bytes.count
      guard head.count >= end, head[signature.offset..<end].elementsEqual(signature.bytes) else {
        return false
      }
      return signature.offset == 0 || head[0] == 0x47
    }
  }
}
