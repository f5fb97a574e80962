/// What is lit and what is not in each picture, 64 pictures a word, so that two can be counted against each other at many
/// delays.
struct StateBits {
  let count: Int
  /// Picture 0 is the lowest bit of the first; bits beyond the last picture are nought.
  private let words: [UInt64]

  init(_ states: [Bool]) {
    count = states.count
    var words = [UInt64](repeating: 0, count: (states.count + 63) / 64)
    for index in states.indices where states[index] { words[index >> 6] |= 1 << (index & 63) }
    self.words = words
  }

  /// Their correlation with others' states so many pictures sooner, where both have pictures; nought where one of the two does
  /// not change there.
  func correlation(with others: StateBits, later lag: Int) -> Double {
    // Of these pictures from `lag` on, those of the others from the first on; or the other way round.
    let (from, otherFrom) = (max(0, lag), max(0, -lag))
    let length = min(count - from, others.count - otherFrom)
    guard length > 0 else { return 0 }
    var (lit, otherLit, both) = (0, 0, 0)
    var begin = 0
    while begin < length {
      let mask = length - begin < 64 ? (1 << UInt64(length - begin)) - 1 : UInt64.max
      let one = word(at: from + begin) & mask
      let other = others.word(at: otherFrom + begin) & mask
      lit += one.nonzeroBitCount
      otherLit += other.nonzeroBitCount
      both += (one & other).nonzeroBitCount
      begin += 64
    }
    let neither = length - lit - otherLit + both
    let (unlit, otherUnlit) = (length - lit, length - otherLit)
    let scale = (Double(lit) * Double(unlit) * Double(otherLit) * Double(otherUnlit)).squareRoot()
    guard scale > 0 else { return 0 }
    return (Double(both) * Double(neither) - Double(lit - both) * Double(otherLit - both)) / scale
  }

  /// The 64 pictures from one on.
  private func word(at picture: Int) -> UInt64 {
    let (index, shift) = (picture >> 6, picture & 63)
    let low = words[index] >> shift
    guard shift > 0, index + 1 < words.count else { return low }
    return low | words[index + 1] << (64 - shift)
  }
}
