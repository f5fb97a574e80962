import Foundation

/// Whether what lights up a place comes to it from beside it each time, and goes on to the other side: a flash as long was
/// there a little sooner, and another a little later.
///
/// `Sweep` asks for a place beside that does the same all the time. Of shapes that pass on ways that change, each flash comes
/// from another side. A lamp's light is all around it in one picture; a hand that covers it is gone from one side before it
/// shines, and comes back over the same side.
struct Approach {
  /// Flashes that tell.
  static let fewest = 6
  /// The part of them that must come from beside: some begin, end or meet right there.
  static let leastPart = 0.5
  /// The natural logarithm of how much likelier so many of them do than by chance: a thousand.
  static let leastEvidence = 6.9
  /// The part of its length by which a flash of one shape may be longer or shorter beside, where it meets tiles otherwise; and
  /// the same in pictures, one at each end.
  static let unlikeness = 1.0 / 3
  static let unlikePictures = 2
  /// How often chance is tried.
  private static let trials = 40

  /// A flash beside the place, so many tiles away, in the pictures in which it is lit.
  struct Beside {
    var pictures: Range<Int>
    var column: Int
    var row: Int
  }

  /// A flash of the place, and for how many pictures it is dark before and after it, as far as anything is looked for.
  private struct Flash {
    var pictures: Range<Int>
    var before = 0
    var after = 0
  }

  private let flashes: [Flash]
  private let count: Int
  private let reach: Int

  /// For a place that is lit, or not, in each picture, and the pictures by which the same may be sooner or later.
  init(_ states: [Bool], reach: Int) {
    let runs = Self.runs(states)
    flashes = runs.indices.map { index in
      let run = runs[index]
      let last = index > 0 ? runs[index - 1].upperBound : 0
      let next = index + 1 < runs.count ? runs[index + 1].lowerBound : states.count
      return Flash(
        pictures: run, before: min(reach, run.lowerBound - last),
        after: min(reach, next - run.upperBound))
    }
    count = states.count
    self.reach = reach
  }

  /// The pictures in which something is, without a gap.
  static func runs(_ states: [Bool]) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    var begin: Int?
    for (index, state) in (states + [false]).enumerated() {
      if state {
        begin = begin ?? index
      } else if let from = begin {
        runs.append(from..<index)
        begin = nil
      }
    }
    return runs
  }

  /// Whether there are flashes enough to tell.
  var tells: Bool { flashes.count >= Self.fewest }

  /// Whether they do, by the flashes beside the place: most of them, and far more than of flashes like them at any other times.
  func isSeen(_ beside: [Beside]) -> Bool {
    guard tells, !beside.isEmpty else { return false }
    var starting = [[Beside]](repeating: [], count: count)
    for other in beside { starting[other.pictures.lowerBound].append(other) }
    let part = Double(passing(starting, later: 0)) / Double(flashes.count)
    guard part >= Self.leastPart else { return false }
    var (others, tries) = (0, 0)
    let step = max(2 * reach + 1, count / Self.trials)
    for later in stride(from: step, to: count - step, by: step) {
      others += passing(starting, later: later)
      tries += flashes.count
    }
    guard tries > 0 else { return false }
    // As of a half of one more, so that it is never nought.
    let chance = (Double(others) + 0.5) / (Double(tries) + 1)
    guard part > chance else { return false }
    let missing = part < 1 ? (1 - part) * log((1 - part) / (1 - chance)) : 0
    return Double(flashes.count) * (part * log(part / chance) + missing) > Self.leastEvidence
  }

  /// How many flashes, if all of them were so many pictures later, and those beyond the end at the beginning, come from beside.
  private func passing(_ beside: [[Beside]], later: Int) -> Int {
    flashes.count { flash in
      let begin = (flash.pictures.lowerBound + later) % count
      let end = begin + flash.pictures.count
      func isAlike(_ other: Beside) -> Bool {
        let most = Int(Self.unlikeness * Double(flash.pictures.count))
        return abs(other.pictures.count - flash.pictures.count) <= max(Self.unlikePictures, most)
      }
      let coming = beside[max(0, begin - flash.before)..<begin].joined().filter {
        isAlike($0) && $0.pictures.upperBound < end
      }
      guard !coming.isEmpty else { return false }
      let going = beside[min(count, begin + 1)..<min(count, begin + flash.after + 1)].joined()
      return going.contains { other in
        isAlike(other) && other.pictures.upperBound > end
          && other.pictures.upperBound <= end + flash.after
          && coming.contains { $0.column * other.column + $0.row * other.row < 0 }
      }
    }
  }
}
