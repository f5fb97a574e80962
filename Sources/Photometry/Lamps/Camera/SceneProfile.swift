internal import CLuma

/// What has been seen of a scene along one axis: its profile in scene coordinates, as a mean of many pictures' profiles
/// that have been laid over each other, and how well another one matches it. It reaches beyond a picture.
struct SceneProfile: Sendable {
  /// Pixels of a picture.
  let length: Int
  private var reference: [Int32]
  private var means: [Float]
  /// Of how many pictures a mean is.
  private var counts: [Float]
  /// Where in the reference the scene coordinate 0 is.
  private var origin: Int

  /// How much worse a match must be to be no match beside another.
  static let clearly = 1.25

  /// A picture's part in what is known, which is the plain mean of so many: what one picture's noise showed must not be
  /// found again by chance, nor each one's error go on to the next.
  private static let leastShare: Float = 0.02

  /// Of nothing yet.
  init(length: Int) {
    self.length = length
    reference = [Int32](repeating: 0, count: 4 * length)
    means = [Float](repeating: 0, count: 4 * length)
    counts = means
    origin = 3 * length / 2
  }

  /// Keeps a picture whose contents have moved by `shift` within the reference.
  mutating func recentre(at shift: Double) {
    let start = origin - Int(shift.rounded())
    let margin = length / 4
    guard start < margin || start + length > reference.count - margin else { return }
    let by = 3 * length / 2 - start
    func moved<Value>(_ values: [Value], _ empty: Value) -> [Value] {
      values.indices.map { values.indices.contains($0 - by) ? values[$0 - by] : empty }
    }
    reference = moved(reference, 0)
    means = moved(means, 0)
    counts = moved(counts, 0)
    origin += by
  }

  /// Of a picture that begins at `start` in the reference, or of a part of it, what is known, which is in one piece; nil
  /// where the picture is not all within the reference.
  private func known(from start: Int, in part: Range<Int>? = nil) -> Range<Int>? {
    guard start >= 0, start + length <= reference.count else { return nil }
    var (from, to) = (part?.lowerBound ?? 0, part?.upperBound ?? length)
    while from < to, counts[start + from] == 0 { from += 1 }
    while to > from, counts[start + to - 1] == 0 { to -= 1 }
    return from..<to
  }

  /// Mean difference a pixel between the profile and what is known, with contents moved by `shift`;
  /// nil where too little of the picture, or of the part of it that is asked for, is known.
  func mismatch(
    _ sharp: [Int32], at shift: Int, limit: Int32, in part: Range<Int>? = nil
  ) -> Double? {
    let start = origin - shift
    let part = part ?? 0..<length
    guard let known = known(from: start, in: part), known.count >= part.count / 2 else {
      return nil
    }
    let (from, to) = (known.lowerBound, known.upperBound)
    let sum = sharp.withUnsafeBufferPointer { sharp in
      reference.withUnsafeBufferPointer { reference -> UInt32 in
        guard let sharp = sharp.baseAddress, let reference = reference.baseAddress else { return 0 }
        return luma_mismatch(sharp + from, reference + start + from, to - from, limit)
      }
    }
    return Double(sum) / Double(to - from)
  }

  /// Whether `shift` is clearly better than another in most parts of the picture, and worse in hardly any.
  func agreed(_ sharp: [Int32], on shift: Int, against other: Int, limit: Int32) -> Bool {
    let parts = 6
    var votes = (for: 0, against: 0, all: 0)
    for part in 0..<parts {
      let range = (part * length / parts)..<((part + 1) * length / parts)
      guard let here = mismatch(sharp, at: shift, limit: limit, in: range),
        let there = mismatch(sharp, at: other, limit: limit, in: range)
      else { continue }
      votes.all += 1
      if there > Self.clearly * here { votes.for += 1 }
      if here > Self.clearly * there { votes.against += 1 }
    }
    return 2 * votes.for > votes.all && votes.for > 3 * votes.against
  }

  /// Whether a match is better than another by more than chance: most of a dark picture's profile is noise, and what few
  /// lights add to it hardly moves the mean. Of the differences, a pixel each, the sum against its deviation, which is the
  /// greater the more of its neighbours' noise a pixel shares.
  func isSignificant(
    _ sharp: [Int32], at shift: Int, against other: Int, limit: Int32
  ) -> Bool {
    let (start, otherStart) = (origin - shift, origin - other)
    guard let one = known(from: start), let two = known(from: otherStart) else { return false }
    var (sum, squares) = (0.0, 0.0)
    var left: [Double] = []
    for index in one.clamped(to: two) {
      let away = sharp[index] - reference[start + index]
      let here = min(limit, abs(away))
      let there = min(limit, abs(sharp[index] - reference[otherStart + index]))
      let better = Double(there - here)
      sum += better
      squares += better * better
      left.append(Double(max(-limit, min(limit, away))))
    }
    return sum > Self.significance * (squares * Self.sharing(left)).squareRoot()
  }

  /// By how much the variance of a sum of differences is greater than if all of these were independent: one and twice
  /// their squared autocorrelations, as the size of a difference is shared by the square of what its sign is; up to the
  /// first that is none (Geyer's initial positive sequence, 1992).
  private static func sharing(_ values: [Double]) -> Double {
    let power = TraceMath.product(values, values)
    var sharing = 1.0
    for lag in 1..<max(1, min(values.count, ProfileTracker.slowWidth)) {
      let shared = TraceMath.product(values, Array(values.dropFirst(lag)))
      guard shared > 0, power > 0 else { break }
      sharing += 2 * (shared / power) * (shared / power)
    }
    return sharing
  }

  /// Deviations: by so much chance makes one of 700 places better than another; the best of a hundred is never so much
  /// better than the next (not once in 36,000 profiles of noise).
  private static let significance = 3.0

  /// Where between whole pixels the squared difference, cut off as well, is least.
  func fraction(_ sharp: [Int32], at shift: Int, limit: Int32) -> Double {
    func squares(_ shift: Int) -> Double {
      let start = origin - shift
      guard let known = known(from: start) else { return .infinity }
      let sum = sharp.withUnsafeBufferPointer { sharp in
        reference.withUnsafeBufferPointer { reference -> UInt64 in
          guard let sharp = sharp.baseAddress, let reference = reference.baseAddress else {
            return 0
          }
          return luma_squares(
            sharp + known.lowerBound, reference + start + known.lowerBound, known.count, limit)
        }
      }
      return Double(sum)
    }
    let (left, middle, right) = (squares(shift - 1), squares(shift), squares(shift + 1))
    let curvature = left - 2 * middle + right
    guard curvature > 0, curvature.isFinite else { return 0 }
    return max(-0.5, min(0.5, 0.5 * (left - right) / curvature))
  }

  /// Takes the profile into what is known of the scene, where it is to a fraction of a pixel: taken as if it were at whole
  /// pixels, what is known would follow each movement of less than one, and go astray.
  mutating func learn(_ sharp: [Int32], at shift: Double) {
    let start = origin - Int(shift.rounded())
    guard start >= 0, start + length <= reference.count else { return }
    let fraction = Float(shift - shift.rounded())
    let side = fraction < 0 ? -1 : 1
    let part = abs(fraction)
    for index in 0..<length {
      let at = start + index
      let next = min(length - 1, max(0, index + side))
      let value = (1 - part) * Float(sharp[index]) + part * Float(sharp[next])
      counts[at] += 1
      means[at] += max(Self.leastShare, 1 / counts[at]) * (value - means[at])
      reference[at] = Int32(means[at])
    }
  }
}
