import MorseCode
import Photometry

/// Tells what is no sign of a lamp's at the ends of what it sent: a camera that is raised before a message and lowered after
/// it passes over other lights, and somebody may walk through the picture. Such a flash is a word by itself, an `E` or a `T`,
/// and looks unlike the lamp's marks.
struct StrayMarks: Sendable {
  /// Of what was judged as a whole, in order of time.
  private let samples: [LightSample]
  /// Seconds from one to the next, on average.
  private let frame: Double

  init(_ samples: [LightSample]) {
    self.samples = samples
    let span = (samples.last?.time ?? 0) - (samples.first?.time ?? 0)
    frame = span / Double(max(1, samples.count - 1))
  }

  /// Marks of a word that may be stray: hardly a word has so few, and hardly an accident makes one of more.
  private static let mostMarks = 2
  /// Signs of the lamp's, the nearest, that tell how its marks look then.
  private static let neighbours = 8
  /// Signs that tell it at least.
  private static let fewest = 4
  /// Deviations by which a stray mark is off: with eight neighbours to tell a deviation, one in two hundred of the lamp's own
  /// is (Student's t).
  private static let farOff = 4.0
  /// The least that it is off by, as a part of the usual swing: less is a hand's aim.
  private static let leastOff = 0.1

  /// Times the usual gap between words: who sends on does not wait so long.
  private static let far = 3.0
  /// Times that a mark is as long as a dash of the signs beside it, and is none: a lamp shone before it sent, or after.
  private static let longest = 2.0
  /// Dots of a gap between words where no other tells what is usual.
  private static let wordGap = 7.0

  /// How a sign's marks look.
  private struct Look {
    /// Levels above the ambient, of the samples of each mark of three samples or more, in order.
    var marks: [[Double]]
    /// The greatest part of its height that comes from one sample to the next; and that goes.
    var rise: Double
    var fall: Double
  }

  /// The height of a mark in its first `count` samples: two samples of a mark may be partly lit, one where it goes on after
  /// them.
  private static func height(of mark: [Double], first count: Int) -> Double {
    let part = mark.prefix(count)
    let lit = part.count - (part.count < mark.count ? 1 : 2)
    let brightest = part.sorted { abs($0) > abs($1) }.prefix(max(1, lit))
    return brightest.reduce(0, +) / Double(max(1, brightest.count))
  }

  /// The characters of one message without words at its ends that are stray.
  func removed(from characters: [DecodedCharacter]) -> [DecodedCharacter] {
    var words = characters.split { $0.code.isEmpty }[...]
    func isFar(_ gap: Int) -> Bool {
      let others = characters.indices.filter { $0 != gap && characters[$0].code.isEmpty }
      let usual =
        others.map { characters[$0].duration }.median ?? Self.wordGap * 1.2 / characters[gap].wpm
      return characters[gap].duration > Self.far * usual
    }
    while words.count > 1, let first = words.first,
      isStray(first, isFar: isFar(first.endIndex), beside: words.dropFirst().joined())
    {
      words.removeFirst()
    }
    while words.count > 1, let last = words.last,
      isStray(
        last, isFar: isFar(last.startIndex - 1), beside: words.dropLast().joined().reversed())
    {
      words.removeLast()
    }
    guard let begin = words.first?.startIndex, let end = words.last?.endIndex else {
      return characters
    }
    return Array(characters[begin..<end])
  }

  /// Whether a word is none of the lamp whose other signs are `others`, the nearest first, and `isFar` from them.
  private func isStray(
    _ word: ArraySlice<DecodedCharacter>, isFar: Bool,
    beside others: some Sequence<DecodedCharacter>
  ) -> Bool {
    let marks = word.reduce(0) { $0 + $1.code.count }
    guard marks <= Self.mostMarks else { return false }
    // Of what was lit when it was first seen, or last, nobody knows how long it was; and who begins anew after a long time is
    // not cut off at once.
    if word.contains(where: { isFar && isAtEnd($0) || marks == 1 && isCut($0) }) { return true }
    if Self.isOverlong(word, beside: others) { return true }
    let usual = others.prefix(Self.neighbours).compactMap { look(of: $0) }
    guard usual.count >= Self.fewest, let rise = usual.map(\.rise).median,
      let fall = usual.map(\.fall).median
    else { return false }
    return word.contains { sign in
      guard let look = look(of: sign) else { return false }
      // What slides through, or into, the place is half as steep as a lamp that is switched.
      let isBlunt = 2 * look.rise < rise && 2 * look.fall < fall
      let marks = usual.flatMap(\.marks)
      return isBlunt || look.marks.contains { Self.isOff($0, marks) }
    }
  }

  /// What a lamp shone before it sent is left out, as far as its characters tell, while they come.
  static func begun(_ characters: [DecodedCharacter]) -> [DecodedCharacter] {
    let words = characters.split { $0.code.isEmpty }
    guard words.count > 1, isOverlong(words[0], beside: words[1...].joined()) else {
      return characters
    }
    return Array(characters[words[1].startIndex...])
  }

  /// Whether a word is but a mark that is far longer than a dash of the signs beside it.
  private static func isOverlong(
    _ word: ArraySlice<DecodedCharacter>, beside others: some Sequence<DecodedCharacter>
  ) -> Bool {
    let usual = others.prefix(neighbours).map(\.stretch)
    guard word.count == 1, let only = word.first, only.code == "-", usual.count >= fewest,
      let stretch = usual.median
    else { return false }
    return only.stretch > longest * max(1, stretch)
  }

  /// Whether a mark is brighter or fainter than others of a lamp are when they have been lit for as long. A filament glows up
  /// for as long as a fast sender's dots last, so that they never get as bright as the dashes.
  private static func isOff(_ mark: [Double], _ others: [[Double]]) -> Bool {
    let lengths = others.map(\.count).sorted(by: >)
    guard lengths.count >= fewest else { return false }
    let count = min(mark.count, lengths[fewest - 1])
    let long = others.filter { $0.count >= count }
    // They were brightest in the second half of that time at the earliest, and a sample after it at the latest.
    let reached = long.map { Self.height(of: $0, first: count + 1) }
    guard let low = long.map({ Self.height(of: $0, first: max(2, count / 2)) }).median,
      let high = reached.median, let spread = reached.map({ abs($0 - high) }).median
    else { return false }
    // 1.4826 makes a deviation of a median.
    let limit = max(leastOff * abs(high), farOff * 1.4826 * spread)
    if height(of: mark, first: count) < min(low, high) - limit { return true }
    // Far longer than any of those it may be a glowing filament's.
    guard mark.count <= 2 * count else { return false }
    let brightest = mark.sorted { abs($0) > abs($1) }.prefix((mark.count + 1) / 2)
    return brightest.reduce(0, +) / Double(brightest.count) > max(low, high) + limit
  }

  /// Whether a sign begins with the first sample, or ends with the last.
  private func isAtEnd(_ sign: DecodedCharacter) -> Bool {
    isFirst(sign) || isLast(sign)
  }

  /// Whether a sign was lit before the first sample, or after the last.
  private func isCut(_ sign: DecodedCharacter) -> Bool {
    isFirst(sign) && samples.first?.lit ?? 0 > 0.5 || isLast(sign) && samples.last?.lit ?? 0 > 0.5
  }

  private func isFirst(_ sign: DecodedCharacter) -> Bool {
    samples.first.map { sign.time < $0.time + frame } ?? false
  }

  private func isLast(_ sign: DecodedCharacter) -> Bool {
    samples.last.map { sign.time + sign.duration > $0.time - frame } ?? false
  }

  /// Nil where too few samples are lit to tell.
  private func look(of sign: DecodedCharacter) -> Look? {
    let around = samples[
      samples.index(
        from: sign.time - 2 * frame)..<samples.index(
          from: sign.time + sign.duration + 2 * frame)]
    let marks = around.split { !($0.lit > 0.5) }.map { $0.map { $0.level - 100 } }
      .filter { $0.count > 2 }
    guard let longest = marks.max(by: { $0.count < $1.count }) else { return nil }
    let height = Self.height(of: longest, first: longest.count)
    guard height != 0 else { return nil }
    let steps = zip(around.dropFirst(), around).map { ($0.level - $1.level) / height }
    return Look(marks: marks, rise: steps.max() ?? 0, fall: -(steps.min() ?? 0))
  }
}

extension [LightSample] {
  /// The index of the first of them, in order of time, that is not before `time`.
  fileprivate func index(from time: Double) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = (low + high) / 2
      if self[middle].time < time { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
