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

  /// How a sign's marks look.
  private struct Look {
    /// Levels that the sign is above the ambient, where it is brightest.
    var height: Double
    /// The greatest part of it that comes from one sample to the next; and that goes.
    var rise: Double
    var fall: Double
  }

  /// The characters of one message without words at its ends that are stray.
  func removed(from characters: [DecodedCharacter]) -> [DecodedCharacter] {
    var words = characters.split { $0.code.isEmpty }[...]
    let usual = characters.filter(\.code.isEmpty).map(\.duration).median ?? 0
    func isFar(_ gap: Int) -> Bool { characters[gap].duration > Self.far * usual }
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
    // Of what was lit when it was first seen, or last, nobody knows how long it was.
    if marks == 1 || isFar, word.contains(where: isCut) { return true }
    let usual = others.prefix(Self.neighbours).compactMap { look(of: $0) }
    guard usual.count >= Self.fewest, let height = usual.map(\.height).median,
      let spread = usual.map({ abs($0.height - height) }).median,
      let rise = usual.map(\.rise).median, let fall = usual.map(\.fall).median
    else { return false }
    // 1.4826 makes a deviation of a median.
    let limit = max(Self.leastOff * abs(height), Self.farOff * 1.4826 * spread)
    return word.contains { sign in
      guard let look = look(of: sign) else { return false }
      // What slides through, or into, the place is half as steep as a lamp that is switched.
      let isBlunt = 2 * look.rise < rise && 2 * look.fall < fall
      return isBlunt || abs(look.height - height) > limit
    }
  }

  /// Whether a sign may have been lit before the first sample, or after the last.
  private func isCut(_ sign: DecodedCharacter) -> Bool {
    guard let first = samples.first, let last = samples.last else { return false }
    return sign.time < first.time + frame || sign.time + sign.duration > last.time - frame
  }

  /// Nil where too few samples are lit to tell.
  private func look(of sign: DecodedCharacter) -> Look? {
    let around = (sign.time - 2 * frame)...(sign.time + sign.duration + 2 * frame)
    let samples = samples.filter { around.contains($0.time) }
    let lit = samples.filter { $0.lit > 0.5 }.sorted { $0.lit > $1.lit }
    let brightest = lit.prefix((lit.count + 1) / 2)
    guard brightest.count >= 2 else { return nil }
    let height = brightest.reduce(0) { $0 + $1.level } / Double(brightest.count) - 100
    guard height != 0 else { return nil }
    let steps = zip(samples.dropFirst(), samples).map { ($0.level - $1.level) / height }
    return Look(height: height, rise: steps.max() ?? 0, fall: -(steps.min() ?? 0))
  }
}
