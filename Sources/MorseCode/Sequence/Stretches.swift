extension Frames {
  /// Where to look for a keying from nothing: the first `count` frames of the message, then the
  /// `count` in which the light changes most.
  func stretches(of count: Int) -> [Range<Int>] {
    // Change of the light up to each frame.
    var sums = [0.0]
    for index in levels.indices.dropFirst() {
      sums.append(sums[index - 1] + (levels[index] - levels[index - 1]).magnitude)
    }
    func activity(_ first: Int) -> Double {
      sums[min(levels.count - 1, first + count)] - sums[first]
    }
    func stretch(_ first: Int) -> Range<Int> {
      let end = min(levels.count, first + count)
      return max(0, min(first, end - count) - 3)..<end
    }
    guard let busiest = levels.indices.max(by: { activity($0) < activity($1) }) else { return [] }
    let limit = max(0.12, 4 * deviation)
    let enough = 0.5 * activity(busiest)
    // Not at a lone glitch or blink before the message.
    let onset = levels.indices.first { levels[$0] > limit && activity($0) > enough } ?? busiest
    let first = stretch(onset)
    let second = stretch(busiest)
    return first == second ? [first] : [first, second]
  }
}
