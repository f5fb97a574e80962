/// By how much the brightness jumps when a lamp goes on or off.
///
/// Few of a trace's jumps are of anything else, however bright that is: a headlight that crosses, a person who walks by.
/// A fit to all samples takes what is so much brighter or darker for one of the two levels.
struct Jump: Sendable {
  let swing: Double
  /// Those that stand out, great and small.
  var count: Int { jumps.count }
  /// All of them, the least first.
  private let jumps: [Double]
  /// Of the samples beside it, as a deviation.
  let noise: Double
  /// The fewest that tell.
  private static let fewest = 4
  /// How many deviations of the noise a jump is, at least: noise alone makes one of 45,000 samples.
  static let least = 6.0

  /// The median of the differences over two samples (one may be lit for a part of its exposure) that stand out and are
  /// greater than their neighbours; nil where they are few, or little against the noise.
  /// - Parameter clear: How many deviations of the noise the median must be.
  init?(_ values: [Double], clear: Double = 10) {
    guard values.count > 4 else { return nil }
    let differences = (2..<values.count).map { abs(values[$0] - values[$0 - 2]) }
    guard let most = differences.max(), most > 0, let usual = differences.median else { return nil }
    // Most differences are within a mark or a space: 1.4826 makes a deviation of their median, of two
    // samples' noise. Eight bits of a camera, or fewer, quantise the greatest to 0.4 % of it at best.
    let noise = max(1.4826 * usual / 2.0.squareRoot(), 0.004 * most)
    var jumps: [Double] = []
    for index in 1..<(differences.count - 1) where differences[index] > Self.least * noise {
      if differences[index] >= differences[index - 1], differences[index] > differences[index + 1] {
        jumps.append(differences[index])
      }
    }
    guard jumps.count >= Self.fewest else { return nil }
    jumps.sort()
    swing = jumps[jumps.count / 2]
    self.noise = noise
    self.jumps = jumps
    guard swing > clear * noise else { return nil }
  }
}

extension Jump {
  /// How far apart the jumps lie, but for a tenth at either end, as a part of the median: nothing where each edge of the key
  /// makes the same.
  var unevenness: Double { (jumps[jumps.count * 9 / 10] - jumps[jumps.count / 10]) / swing }

  /// Whether each sample is lit, by the jumps alone, whatever the brightness does between them: those that are at least
  /// half of the usual one. nil before the first, beside a jump, and between two that go the same way.
  func states(_ values: [Double]) -> [Bool?] {
    var states = [Bool?](repeating: nil, count: values.count)
    guard values.count > 4 else { return states }
    let differences = (2..<values.count).map { values[$0] - values[$0 - 2] }
    var last: (index: Int, isUp: Bool)?
    func note(until end: Int, isUp: Bool?) {
      guard let last, isUp != last.isUp, last.index + 1 < end else { return }
      for index in last.index + 1..<end { states[index] = last.isUp }
    }
    for index in 1..<(differences.count - 1) {
      let size = abs(differences[index])
      guard size > 0.5 * swing, size >= abs(differences[index - 1]),
        size > abs(differences[index + 1])
      else { continue }
      let isUp = differences[index] > 0
      // The difference is that of the samples before and after the one in the middle.
      note(until: index + 1, isUp: isUp)
      last = (index + 1, isUp)
    }
    note(until: values.count, isUp: nil)
    return states
  }

  /// Part of the samples that may be beyond a lamp's levels; what takes longer is no burst.
  private static let mostBeyond = 0.25
  /// Part of the samples that are on one of the levels; the rest are edges, and beyond.
  private static let leastOn = 0.6
  /// Jumps that tell of a lamp beside a burst: four marks, and as many for what the burst's own edges look like.
  private static let fewestOfLamp = 8

  /// Whether what goes `extent` beyond the levels is a burst: fewer of the jumps are by half of that than a lamp makes,
  /// and few among them all. Otherwise they are the lamp's, and the small ones what a codec or another's glow makes.
  private func isBurst(_ extent: Double) -> Bool {
    let great = jumps.count { $0 > 0.5 * extent }
    return great < Self.fewestOfLamp && 4 * great < jumps.count
  }

  /// Between what a lamp's samples are, where something bursts into its trace: half of a jump below and above the two
  /// levels, a jump apart, that have the most samples beside them. nil where those are not nearly all.
  /// - Parameter sorted: the same, the smallest first.
  static func usual(
    _ values: [Double], sorted: [Double]? = nil
  ) -> (range: ClosedRange<Double>, swing: Double)? {
    guard let jump = Jump(values), jump.jumps.count >= fewestOfLamp else { return nil }
    let sorted = sorted ?? values.ascending()
    // No burst goes farther beyond the levels than all of the samples lie apart.
    guard let least = sorted.first, let most = sorted.last, jump.isBurst(most - least) else {
      return nil
    }
    let near = 0.25 * jump.swing
    func count(_ from: Double, _ to: Double) -> Int {
      sorted.place(of: to) - sorted.place(of: from)
    }
    // The values come in order, and so does what they are told from.
    var places = [0, 0, 0, 0]
    func on(_ unlit: Double) -> Int {
      let ends = (unlit - near, unlit + near)
      let lit = (unlit + jump.swing - near, unlit + jump.swing + near)
      for (index, end) in [ends.0, ends.1, lit.0, lit.1].enumerated() {
        while places[index] < sorted.count, sorted[places[index]] < end { places[index] += 1 }
      }
      return places[1] - places[0] + places[3] - places[2]
    }
    var best = (unlit: 0.0, count: -1)
    for value in stride(from: 0, to: sorted.count, by: max(1, sorted.count / 200)).map({
      sorted[$0]
    }) {
      let found = on(value)
      if found > best.count { best = (value, found) }
    }
    let range = best.unlit - 0.5 * jump.swing...best.unlit + 1.5 * jump.swing
    let beyond = sorted.count - count(range.lowerBound, range.upperBound)
    let all = Double(sorted.count)
    let extent = max(most - range.upperBound, range.lowerBound - least)
    guard beyond > 0, jump.isBurst(extent), Double(beyond) < mostBeyond * all,
      Double(best.count) > leastOn * all
    else {
      return nil
    }
    return (range, jump.swing)
  }
}

extension TwoLevels {
  /// The levels of a lamp, whatever else comes over it now and then, far brighter or darker than it is.
  /// - Parameter samples: in the order of time.
  static func fitWithoutBursts(_ samples: [Double]) -> TwoLevels? {
    guard let levels = fit(samples) else { return nil }
    guard let usual = Jump.usual(samples), levels.swing > 2 * usual.swing else { return levels }
    return fit(samples.filter(usual.range.contains)) ?? levels
  }
}
