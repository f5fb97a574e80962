/// Finds out whether a file has fewer bytes than its container says, where FFmpeg reads on to the
/// end without a word.
enum DeclaredLength {
  /// Whether bytes are missing at the end. `length` is how many there are.
  static func isCutShort(_ source: ByteSource, length: Int64) -> Bool {
    guard let head = try? source.bytes(at: 0, count: 64) else { return false }
    if head.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) {
      return matroskaEnd(head).map { $0 > length } ?? false
    }
    if head.starts(with: Array("RIFF".utf8)) {
      // A recorder that never finished leaves no length or the largest one. Two bytes: padding that
      // some leave out.
      let declared = Int64(littleEndian(head.dropFirst(4).prefix(4)))
      return declared > 0 && declared < 0xFFFF_FFFF && declared + 8 > length + 2
    }
    if head.starts(with: Array("GIF8".utf8)) {
      // Every GIF ends with a semicolon; some have zeros after it.
      guard source.isSeekable,
        let tail = try? source.bytes(at: max(0, length - 4096), count: 4096),
        let last = tail.last(where: { $0 != 0 })
      else { return false }
      return last != UInt8(ascii: ";")
    }
    // The boxes that an MP4 or QuickTime file begins with.
    let first = String(decoding: head.dropFirst(4).prefix(4), as: UTF8.self)
    if ["ftyp", "moov", "mdat", "wide", "free", "skip"].contains(first) {
      return source.isSeekable && lastBoxIsCut(source, length: length)
    }
    return false
  }

  /// Where a Matroska segment ends (RFC 8794: an EBML header, then the segment with its size); nil
  /// where it does not say, as in one recorded to a pipe.
  private static func matroskaEnd(_ head: [UInt8]) -> Int64? {
    guard let (headerSize, headerWidth) = variableSize(head.dropFirst(4)) else { return nil }
    let segment = 4 + headerWidth + headerSize
    guard segment >= 0, segment + 4 <= head.count,
      head[Int(segment)..<Int(segment) + 4].elementsEqual([0x18, 0x53, 0x80, 0x67]),
      let (size, width) = variableSize(head.dropFirst(Int(segment) + 4))
    else { return nil }
    return segment + 4 + width + size
  }

  /// An EBML size and how many bytes it takes; nil for one that is unknown (all ones).
  private static func variableSize(_ bytes: ArraySlice<UInt8>) -> (size: Int64, width: Int64)? {
    guard let first = bytes.first, first != 0 else { return nil }
    let width = first.leadingZeroBitCount + 1
    guard bytes.count >= width else { return nil }
    let value = bytes.prefix(width).reduce(Int64(0)) { $0 << 8 | Int64($1) }
    let size = value & ((Int64(1) << (7 * width)) - 1)
    return size == (Int64(1) << (7 * width)) - 1 ? nil : (size, Int64(width))
  }

  /// Whether the last of an MP4's boxes (ISO 14496-12: size, type, content) reaches past the end.
  private static func lastBoxIsCut(_ source: ByteSource, length: Int64) -> Bool {
    var start: Int64 = 0
    // A recording in fragments has two boxes a second or so: this is a week.
    for _ in 0..<1_000_000 {
      guard start < length, let head = try? source.bytes(at: start, count: 16), head.count >= 8
      else {
        return false
      }
      var size = Int64(bigEndian(head.prefix(4)))
      if size == 1, head.count == 16 { size = Int64(clamping: bigEndian(head.suffix(8))) }
      // Zero: to the end. Less than its own head: not a box.
      guard size >= 8 else { return false }
      let (end, overflow) = start.addingReportingOverflow(size)
      let known = ["moov", "moof", "mdat"].contains { head[4..<8].elementsEqual($0.utf8) }
      if overflow || end > length { return known }
      start = end
    }
    return false
  }

  private static func bigEndian(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.reduce(0) { $0 << 8 | UInt64($1) }
  }

  private static func littleEndian(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
}
