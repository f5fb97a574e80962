/// V4L2's name of a pixel format: four characters, the first in the lowest byte.
public struct FourCC: Hashable, Sendable, CustomStringConvertible {
  public let code: UInt32

  public init(code: UInt32) {
    self.code = code
  }

  /// Takes the first four characters; fewer are filled up with blanks.
  public init(_ name: String) {
    let bytes = Array(name.utf8.prefix(4)) + Array(repeating: UInt8(ascii: " "), count: 4)
    code = (0..<4).reduce(0) { $0 | UInt32(bytes[$1]) << (8 * UInt32($1)) }
  }

  /// The characters, without blanks at the end ("Y16 " is "Y16"); a set top bit (big-endian) is
  /// written "-BE" as by the kernel.
  public var description: String {
    let bytes = (0..<4).map { UInt8(truncatingIfNeeded: code >> (8 * UInt32($0))) & 0x7f }
    let name = String(decoding: bytes.map { $0 < 32 ? UInt8(ascii: "?") : $0 }, as: UTF8.self)
    let end = name.lastIndex { $0 != " " }
    return (end.map { String(name[...$0]) } ?? "") + (code >> 31 == 1 ? "-BE" : "")
  }
}
