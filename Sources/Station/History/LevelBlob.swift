/// Points of a level trace as bytes, two or three a point: the first point's milliseconds and tenths of
/// a level, then differences.
enum LevelBlob {
  static func bytes(_ points: [LevelPoint]) -> [UInt8] {
    var numbers: [Int64] = []
    var last: (time: Int64, level: Int64) = (0, 0)
    for point in points {
      let time = VariableIntegers.whole(point.time * 1000)
      // Levels beyond what the numbers hold are nothing that a lamp shows.
      let level = VariableIntegers.whole(point.level * 10)
      numbers += [time &- last.time, level &- last.level]
      last = (time, level)
    }
    return VariableIntegers.bytes(numbers)
  }

  /// What `bytes` hold, up to where they are damaged.
  static func points(_ bytes: some Sequence<UInt8>) -> [LevelPoint] {
    let numbers = VariableIntegers.numbers(bytes)
    var last: (time: Int64, level: Int64) = (0, 0)
    return stride(from: 0, to: numbers.count - numbers.count % 2, by: 2).map { index in
      last = (last.time &+ numbers[index], last.level &+ numbers[index + 1])
      return LevelPoint(time: Double(last.time) / 1000, level: Double(last.level) / 10)
    }
  }
}
