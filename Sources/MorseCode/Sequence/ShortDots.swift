extension SequenceDecoder {
  /// Whether the samples say that dots are shorter than about 1.3 frames.
  public static func suggests(_ samples: [KeySample]) -> Bool { false }
}

extension Frames {
  /// Where to look for a keying from nothing: the first `count` frames of the message, then, if
  /// that finds none, the `count` in which the light changes most.
  func stretches(of count: Int) -> [Range<Int>] {
    let limit = max(0.12, 5 * deviation)
    guard let onset = levels.firstIndex(where: { $0 > limit }) else { return [] }
    func stretch(_ first: Int) -> Range<Int> {
      let end = min(levels.count, first + count)
      return max(0, min(first, end - count) - 3)..<end
    }
    var activity = 0.0
    var most = (activity: 0.0, index: onset)
    for index in levels.indices.dropFirst() {
      activity += (levels[index] - levels[index - 1]).magnitude
      if index > count {
        activity -= (levels[index - count] - levels[index - count - 1]).magnitude
      }
      if activity > most.activity { most = (activity, index - count + 1) }
    }
    let second = stretch(max(0, most.index))
    let first = stretch(onset)
    return first == second ? [first] : [first, second]
  }
}
