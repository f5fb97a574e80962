/// A sign of a message, or a word gap, with when it was there to be read.
struct TimedSign: Hashable, Sendable {
  /// Unix seconds: its last mark's end; of a word gap, the next mark's begin.
  var time: Double
  /// What is printed; a space for a word gap.
  var text: String

  /// Signs as bytes, some four each: milliseconds since the one before (the first's: since 1970), the
  /// number of Unicode scalars, and these.
  static func bytes(_ signs: [TimedSign]) -> [UInt8] {
    var last: Int64 = 0
    return VariableIntegers.bytes(
      signs.flatMap { sign -> [Int64] in
        let time = VariableIntegers.whole(sign.time * 1000)
        defer { last = time }
        let scalars = sign.text.unicodeScalars.map { Int64($0.value) }
        return [time &- last, Int64(scalars.count)] + scalars
      })
  }

  /// What `bytes` hold, up to where they are damaged.
  static func signs(_ bytes: some Sequence<UInt8>) -> [TimedSign] {
    var numbers = VariableIntegers.numbers(bytes)[...]
    var signs: [TimedSign] = []
    var time: Int64 = 0
    while let step = numbers.popFirst(), let count = numbers.popFirst(),
      (0...Int64(numbers.count)).contains(count)
    {
      time &+= step
      var text = ""
      for number in numbers.prefix(Int(count)) {
        guard let scalar = UInt32(exactly: number).flatMap(Unicode.Scalar.init) else {
          return signs
        }
        text.unicodeScalars.append(scalar)
      }
      numbers = numbers.dropFirst(Int(count))
      signs.append(TimedSign(time: Double(time) / 1000, text: text))
    }
    return signs
  }
}
