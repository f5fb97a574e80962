internal import CLuma

/// Follows how a picture's contents move along one axis, by its brightness profile.
///
/// The profile, without its slow part, is laid over what has been seen so far, shifted pixel by pixel;
/// where they differ least is the movement, refined to a fraction of a pixel by a parabola. Differences
/// are cut off, so that what flashes or crosses the picture counts little. What has been seen is kept in
/// scene coordinates, as a running mean, and reaches beyond the picture: a camera that turns away and
/// back finds where it was.
struct ProfileTracker: Sendable {
  /// Pixels that the contents have moved from where they were at first.
  private(set) var shift = 0.0
  /// Whether the profile had enough contrast to tell.
  private(set) var isSure = false

  /// Pixels around each over which the slow part is taken.
  static let slowWidth = 33
  /// The farthest that contents move from one picture to the next: in pixels, of 640.
  static let reach = 32.0 / 640
  /// Pixels from one picture to the next beyond which contents are taken to go on as they do: a hand that sways
  /// by 15 at 2.5 Hz turns around within a picture of a 30th at up to 4.
  private static let turning = 8.0
  /// Below so many pixels a lamp that fills much of the picture is all that a profile shows.
  static let shortest = 160
  /// Profiles are whole numbers of 1/64 step.
  private static let unit: Float = 64
  /// In the same unit: a profile that varies by less than an eighth of a step, on average, shows how
  /// a codec rounds, and no scene.
  private static let leastContrast = 8.0
  /// How much worse a match must be to be no match beside another.
  private static let clearly = 1.25

  /// A picture's part in what is known, which is the plain mean of so many: what one picture's noise showed must not be
  /// found again by chance, nor each one's error go on to the next.
  private static let leastShare: Float = 0.02

  private var length = 0
  private var frames = 0
  private var reference: [Int32] = []
  private var means: [Float] = []
  /// Of how many pictures a mean is.
  private var counts: [Float] = []
  private var previous: [Int32] = []
  /// Where in the reference the scene coordinate 0 is.
  private var origin = 0
  /// What a good match leaves, on average a pixel.
  private var usualMismatch: Double?
  /// Pixels that the contents moved by from the picture before last to the last; 0 where that is not known.
  private var speed = 0.0

  /// Takes the next picture's profile.
  mutating func update(_ profile: [Float]) {
    let sharp = Self.sharpened(profile)
    guard sharp.count >= Self.shortest else { return }
    follow(sharp)
    previous = sharp
  }

  private mutating func follow(_ sharp: [Int32]) {
    if sharp.count != length { restart(sharp.count) }
    guard frames > 0 else {
      learn(sharp)
      return
    }
    recentre()
    let spread = sharp.reduce(0.0) { $0 + Double(abs($1)) } / Double(sharp.count)
    guard spread > Self.leastContrast else {
      isSure = false
      learn(sharp)
      return
    }
    let limit = Int32(max(2, min(20000, 3 * spread)))
    // A camera that turns goes on turning: it may pass the reach, but not from one picture to the next.
    let here = Int((shift + (abs(speed) > Self.turning ? speed : 0)).rounded())
    let was = shift
    speed = 0
    let reach = max(8, Int(Self.reach * Double(length)))
    var best = (mismatch: Double.infinity, shift: here)
    var costs: [(mismatch: Double, shift: Int)] = []
    func cost(_ candidate: Int) -> Double {
      let value = mismatch(sharp, at: candidate, limit: limit) ?? .infinity
      costs.append((value, candidate))
      if value < best.mismatch { best = (value, candidate) }
      return value
    }
    let stay = cost(here)
    let before = cost(here - 1)
    let after = cost(here + 1)
    // Nothing moved: the place next door is no better and the match is as good as ever.
    let isQuiet =
      stay <= before && stay <= after && stay <= 1.3 * (usualMismatch ?? 0)
    if !isQuiet {
      for away in 2...reach {
        _ = cost(here - away)
        _ = cost(here + away)
      }
    }
    guard best.mismatch.isFinite else { return }
    // A jump that one place alone speaks for is that place's own: a lamp that comes on.
    if abs(best.shift - here) > 2, stay.isFinite,
      !agreed(sharp, on: best.shift, against: here, limit: limit)
    {
      isSure = false
      learn(sharp)
      return
    }
    let beside = min(cost(best.shift - 2), cost(best.shift + 2))
    // Contrast enough that two pixels off is worse, and so is any place farther off: what repeats, as the
    // edges of a codec's blocks do in a blank scene, fits at many.
    let others = costs.filter { abs($0.shift - best.shift) >= 2 && $0.mismatch.isFinite }
    let next = others.min { $0.mismatch < $1.mismatch }
    isSure =
      beside.isFinite
      && (next.map {
        $0.mismatch > Self.clearly * best.mismatch
          || isSignificant(sharp, at: best.shift, against: $0.shift, limit: limit)
      } ?? false)
    if isSure {
      let old = usualMismatch ?? best.mismatch
      usualMismatch = old + (best.mismatch - old) / 16
      shift = Double(best.shift) + fraction(sharp, at: best.shift, limit: limit)
      speed = shift - was
    } else if best.mismatch > 0.6 * spread,
      let (mismatch, moved) = sincePrevious(sharp, reach: reach, limit: limit),
      Self.clearly * mismatch < best.mismatch
    {
      // Another scene: the picture before shows it better than all that was seen till then.
      restart(sharp.count)
      learn(previous)
      shift += Double(moved)
    }
    // A picture that keeps still need not be learnt again and again.
    if isQuiet, frames % 8 != 0 {
      frames += 1
    } else {
      learn(sharp)
    }
  }

  /// By how much the contents moved since the picture before, and what it differs by on average a pixel; nil where that
  /// does not tell.
  private func sincePrevious(
    _ sharp: [Int32], reach: Int, limit: Int32
  ) -> (mismatch: Double, moved: Int)? {
    guard previous.count == length else { return nil }
    let all = (-reach...reach).map { moved -> (mismatch: Double, moved: Int) in
      let sum = sharp.withUnsafeBufferPointer { sharp in
        previous.withUnsafeBufferPointer { previous -> UInt32 in
          guard let sharp = sharp.baseAddress, let previous = previous.baseAddress else { return 0 }
          return luma_mismatch(
            sharp + max(0, moved), previous + max(0, -moved), length - abs(moved), limit)
        }
      }
      return (Double(sum) / Double(length - abs(moved)), moved)
    }
    guard let best = all.min(by: { $0.mismatch < $1.mismatch }),
      all.allSatisfy({
        abs($0.moved - best.moved) < 2 || $0.mismatch > Self.clearly * best.mismatch
      })
    else { return nil }
    return best
  }

  private mutating func restart(_ count: Int) {
    let old = shift.rounded()
    let before = previous
    self = ProfileTracker()
    previous = before
    // The scene's coordinates go on: nothing else is known.
    shift = old
    length = count
    reference = [Int32](repeating: 0, count: 4 * count)
    means = [Float](repeating: 0, count: 4 * count)
    counts = [Float](repeating: 0, count: 4 * count)
    origin = 3 * count / 2 + Int(old)
  }

  /// Keeps the picture within the reference.
  private mutating func recentre() {
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
  private func mismatch(
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
  private func agreed(_ sharp: [Int32], on shift: Int, against other: Int, limit: Int32) -> Bool {
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
  /// lights add to it hardly moves the mean. Of the differences, a pixel each, the sum against its deviation.
  private func isSignificant(
    _ sharp: [Int32], at shift: Int, against other: Int, limit: Int32
  ) -> Bool {
    let (start, otherStart) = (origin - shift, origin - other)
    guard let one = known(from: start), let two = known(from: otherStart) else { return false }
    var (sum, squares) = (0.0, 0.0)
    for index in one.clamped(to: two) {
      let here = min(limit, abs(sharp[index] - reference[start + index]))
      let there = min(limit, abs(sharp[index] - reference[otherStart + index]))
      let better = Double(there - here)
      sum += better
      squares += better * better
    }
    return sum > Self.significance * squares.squareRoot()
  }

  /// Deviations: of a hundred places that a picture is laid on, chance makes none so much better than the next.
  private static let significance = 4.0

  /// Where between whole pixels the squared difference, cut off as well, is least.
  private func fraction(_ sharp: [Int32], at shift: Int, limit: Int32) -> Double {
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
  private mutating func learn(_ sharp: [Int32]) {
    frames += 1
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

  /// Without the mean over its surroundings.
  static func sharpened(_ profile: [Float]) -> [Int32] {
    let half = slowWidth / 2
    guard profile.count > slowWidth else { return [] }
    var sum: Float = 0
    for value in profile[0..<half] { sum += value }
    return profile.indices.map { index in
      if index + half < profile.count { sum += profile[index + half] }
      if index - half > 0 { sum -= profile[index - half - 1] }
      let count = min(profile.count - 1, index + half) - max(0, index - half) + 1
      let away = (profile[index] - sum / Float(count)) * unit
      return Int32(max(-1e6, min(1e6, away)))
    }
  }
}
