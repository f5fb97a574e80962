/// Whole numbers as bytes, small ones in one or two: seven bits a byte, low bits first, the sign in the
/// lowest bit (as Protocol Buffers' `sint64`).
enum VariableIntegers {
  static func bytes(_ numbers: some Sequence<Int64>) -> [UInt8] {
    var bytes: [UInt8] = []
    for number in numbers {
      var value = UInt64(bitPattern: (number << 1) ^ (number >> 63))
      while value >= 0x80 {
        bytes.append(UInt8(truncatingIfNeeded: value) | 0x80)
        value >>= 7
      }
      bytes.append(UInt8(truncatingIfNeeded: value))
    }
    return bytes
  }

  /// What `bytes` hold, up to where they are damaged.
  static func numbers(_ bytes: some Sequence<UInt8>) -> [Int64] {
    var numbers: [Int64] = []
    var (value, shift): (UInt64, UInt64) = (0, 0)
    for byte in bytes {
      guard shift < 64 else { break }
      value |= UInt64(byte & 0x7F) << shift
      shift += 7
      guard byte & 0x80 == 0 else { continue }
      numbers.append(Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1))
      (value, shift) = (0, 0)
    }
    return numbers
  }

  /// A figure as a whole number; what is beyond all use is cut off.
  static func whole(_ value: Double) -> Int64 {
    guard value.isFinite else { return 0 }
    return Int64(min(max(value.rounded(), -1e15), 1e15))
  }
}
