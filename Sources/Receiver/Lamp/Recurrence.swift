import MorseCode
import Photometry

/// How much of what a light did is new, and not what it did a period before.
///
/// Letters that chance wrote once are written again by whatever runs in a circle: a film that loops, shapes that bounce to and
/// fro. That they come again is likely for Morse in a loop as well, and so is no evidence for it: only what was not there a
/// period before counts, and what it says must be likelier than chance is in a picture that so runs (`Doubt.evidence`). One light alone that recurs is a loop that somebody made it run in; where much
/// goes on and off, it is the picture that does.
struct Recurrence: Sendable {
  /// Places that go on and off in a picture of a lamp, what it lights up and a passer-by: more are a busy picture.
  private static let quiet = 4

  /// The part of a light's swing that another place must have to be of a kind with it: what a codec or a sway makes of a dark
  /// picture here and there is no company for a bright lamp.
  private static let leastSwing = 0.25

  /// Whether the places that go on and off, as far as were looked at closely, make a picture a busy one for a light that adds
  /// `swing` steps of luma; by how each of them stood out, nil where that is not known. Waves that glint and leaves go to and
  /// fro, but have no two levels that they go on and off between; and where a codec's rounding goes to and fro, nothing does.
  static func isBusy(
    _ contrasts: some Sequence<LampFinder.Contrast?>, beside swing: Double?
  ) -> Bool {
    let least = max(leastSwing * abs(swing ?? 0), LampFinder.Contrast.rounding)
    return contrasts.count { contrast in
      contrast.map { $0.isBeyondNoise && abs($0.swing) >= least } ?? true
    } > quiet
  }

  /// Seconds for which a place that was found makes a picture that goes on busy: as long as all that is looked back at, twice.
  static let busyFor = 60.0

  /// The least marks of a period. What blinks at one interval or at two in turn is weighed by the decoder.
  private static let fewest = 3
  /// The most marks of a period that is looked for.
  private static let most = 256
  /// The part of the marks after the first period that must be there a period before. Of a light that recurs, a few marks
  /// are lost or cut in two where two shapes meet.
  private static let usual = 0.75
  /// Marks after the first period that make up for the rest of the second, if all but one of them were there a period before.
  /// Of random texts of 8 to 20 letters, sent once with perfect timing, one in a hundred is found to recur so
  /// (`RecurrenceTests`).
  private static let enough = 8
  /// Marks from which a period is taken, along the message.
  private static let anchors = 5

  private let begins: [Double]
  private let ends: [Double]
  private let tolerance: Double

  /// - Parameters:
  ///   - samples: What the light did, `interval` seconds apart.
  ///   - dot: Seconds of a dot, as it is read.
  init(_ samples: some Sequence<KeySample>, interval: Double, dot: Double) {
    var begins: [Double] = []
    var ends: [Double] = []
    var isLit = false
    var last: Double?
    for sample in samples {
      defer { last = sample.time }
      guard (sample.down > 0.5) != isLit else { continue }
      isLit.toggle()
      if isLit { begins.append(sample.time) } else { ends.append(last ?? sample.time) }
    }
    if isLit, let last { ends.append(last) }
    self.begins = begins
    self.ends = ends
    // Each of two edges is known to half a frame, and a codec or noise moves it by another; and less than half a dot is no
    // difference in Morse.
    tolerance = max(1.5 * interval, 0.5 * dot)
  }

  /// The part of the marks, 0 to 1, that are not what was there a period before.
  var fresh: Double {
    let count = begins.count
    guard count > 2 * Self.fewest else { return 1 }
    var most = 0
    for anchor in 0..<Self.anchors {
      let first = anchor * (count - 1) / Self.anchors
      for next in (first + Self.fewest)..<max(first + Self.fewest, min(count, first + Self.most)) {
        let period = begins[next] - begins[first]
        // Two whole periods, or enough of the second: longer ones leave less of it.
        let (count, later) = recurring(after: period)
        let isWhole = 2 * period <= (ends.last ?? 0) - begins[0]
        guard isWhole || later >= Self.enough else { break }
        let least = isWhole ? Self.usual * Double(later) : Double(later - 1)
        if Double(count) >= least { most = max(most, count) }
      }
    }
    return 1 - Double(most) / Double(count)
  }

  /// How many marks were there a period before, as long and at the same time, of how many that came later than a period.
  private func recurring(after period: Double) -> (count: Int, later: Int) {
    var (count, later, before) = (0, 0, 0)
    for (begin, end) in zip(begins, ends) where begin > begins[0] + period - tolerance {
      later += 1
      while begins[before] < begin - period - tolerance { before += 1 }
      if begins[before] <= begin - period + tolerance,
        abs(ends[before] - (end - period)) <= tolerance
      {
        count += 1
      }
    }
    return (count, later)
  }
}
