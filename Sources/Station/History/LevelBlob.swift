/// Points of a level trace as bytes: two or three a point.
///
/// Numbers follow each other as variable-length integers of seven bits a byte, low bits first, the
/// sign in the lowest bit (as Protocol Buffers' `sint64`): the first point's milliseconds and tenths
/// of a level, then differences.
enum LevelBlob {
  static func bytes(_ points: [LevelPoint]) -> [UInt8] {
    var bytes: [UInt8] = []
    var last: (time: Int64, level: Int64) = (0, 0)
    for point in points {
      let time = number(point.time * 1000)
      let level = number(point.level * 10)
      append(time &- last.time, to: &bytes)
      append(level &- last.level, to: &bytes)
      last = (time, level)
    }
    return bytes
  }

  /// What `bytes` hold, up to where they are damaged.
  static func points(_ bytes: some Sequence<UInt8>) -> [LevelPoint] {
    var points: [LevelPoint] = []
    var numbers: [Int64] = []
    var (value, shift): (UInt64, UInt64) = (0, 0)
    var last: (time: Int64, level: Int64) = (0, 0)
    for byte in bytes {
      guard shift < 64 else { break }
      value |= UInt64(byte & 0x7F) << shift
      shift += 7
      guard byte & 0x80 == 0 else { continue }
      numbers.append(Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1))
      (value, shift) = (0, 0)
      guard numbers.count == 2 else { continue }
      last = (last.time &+ numbers[0], last.level &+ numbers[1])
      points.append(
        LevelPoint(time: Double(last.time) / 1000, level: Double(last.level) / 10))
      numbers.removeAll(keepingCapacity: true)
    }
    return points
  }

  private static func append(_ number: Int64, to bytes: inout [UInt8]) {
    var value = UInt64(bitPattern: (number << 1) ^ (number >> 63))
    while value >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: value) | 0x80)
      value >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: value))
  }

  /// Levels beyond what the numbers hold are nothing that a lamp shows.
  private static func number(_ value: Double) -> Int64 {
    guard value.isFinite else { return 0 }
    return Int64(min(max(value.rounded(), -1e15), 1e15))
  }
}
