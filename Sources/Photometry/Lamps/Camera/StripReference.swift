internal import CLuma

/// What has been seen of a scene along one axis, strip by strip: each strip's profile without its slow part, in scene
/// coordinates, as a mean of many pictures'.
struct StripReference: Sendable {
  /// Pixels of a picture along the axis.
  let length: Int
  /// Parts into which a strip is divided: each tells by itself.
  let parts: Int
  private var profiles: [Int: Profile] = [:]
  /// Where in a profile the scene coordinate 0 is.
  private var origin: Int

  private struct Profile {
    var means: [Float]
    /// Of how many pictures a mean is.
    var counts: [Float]
    /// What is known, in one piece.
    var known: Range<Int>?

    /// Takes samples of a strip, `share` of the way on to the next each, from one on.
    mutating func learn(
      _ sharp: [Float], _ indices: Range<Int>, share: Float, least: Float, from start: Int
    ) {
      // The strip's last sample has no next one.
      let whole = indices.clamped(to: 0..<sharp.count - 1)
      sharp.withUnsafeBufferPointer { sharp in
        means.withUnsafeMutableBufferPointer { means in
          counts.withUnsafeMutableBufferPointer { counts in
            guard let sharp = sharp.baseAddress, let means = means.baseAddress,
              let counts = counts.baseAddress
            else { return }
            luma_learn(
              sharp + whole.lowerBound, whole.count, share, least, means + start, counts + start)
          }
        }
      }
      guard whole.count < indices.count else { return }
      let last = start + whole.count
      counts[last] += 1
      means[last] += max(least, 1 / counts[last]) * (sharp[sharp.count - 1] - means[last])
    }
  }

  /// A picture's part in what is known, which is the plain mean of so many.
  private static let leastShare: Float = 0.02
  /// Strips that are remembered.
  private static let most = 64

  /// Of nothing yet.
  init(length: Int, parts: Int) {
    self.length = length
    self.parts = parts
    origin = 3 * length / 2
  }

  private var size: Int { 4 * length }
  /// Samples of a part.
  var count: Int { (length - 2 * Self.margin) / parts }
  /// Pixels at either side that are of no part: what moves out of the picture there by less favours neither side.
  static let margin = 16

  mutating func removeAll() { profiles = [:] }

  /// Keeps a picture whose contents have moved by `shift` within the profiles.
  mutating func recentre(at shift: Double) {
    let start = origin - Int(shift.rounded())
    let margin = length / 2
    guard start < margin || start + length > size - margin else { return }
    let by = 3 * length / 2 - start
    func moved(_ values: [Float]) -> [Float] {
      values.indices.map { values.indices.contains($0 - by) ? values[$0 - by] : 0 }
    }
    for number in profiles.keys {
      guard let profile = profiles[number] else { continue }
      profiles[number] = Profile(
        means: moved(profile.means), counts: moved(profile.counts),
        known: profile.known.map {
          ($0.lowerBound + by..<$0.upperBound + by).clamped(to: 0..<size)
        })
    }
    origin += by
  }

  /// How well each part of a strip matches with contents moved by `first`, and each pixel more: the natural log of how much
  /// likelier its profile is than noise is, with a gain and a noise of its own (`-n/2 ln(1 - r^2)`, with the correlation `r`
  /// of `n` samples). 0 where it is not known, or is the other way round.
  /// - Returns: For each part one for each shift.
  func match(_ sharp: [Float], strip number: Int, first: Int, shifts: Int) -> [Float] {
    var likelihoods = [Float](repeating: 0, count: parts * shifts)
    guard let profile = profiles[number], let known = profile.known, sharp.count == length
    else { return likelihoods }
    var products = [Float](repeating: 0, count: shifts)
    var squares = products
    let count = self.count
    sharp.withUnsafeBufferPointer { sharp in
      profile.means.withUnsafeBufferPointer { means in
        guard let sharp = sharp.baseAddress, let means = means.baseAddress else { return }
        for part in 0..<parts {
          let from = Self.margin + part * count
          // The farther contents have moved, the earlier in the scene is what the picture begins with.
          let start = origin - (first + shifts - 1) + from
          let (low, high) = (
            max(0, known.lowerBound - start), min(shifts - 1, known.upperBound - count - start)
          )
          guard low <= high else { continue }
          var power: Float = 0
          for index in from..<from + count { power += sharp[index] * sharp[index] }
          guard power > 0 else { continue }
          luma_correlate(
            sharp + from, means + start + low, count, high - low + 1, &products, &squares)
          for shift in 0...high - low where products[shift] > 0 {
            let agreement = min(
              0.9999, products[shift] * products[shift] / max(power * squares[shift], 1e-9))
            likelihoods[part * shifts + shifts - 1 - low - shift] =
              Float(-0.5 * Double(count) * naturalLogarithm(Double(1 - agreement)))
          }
        }
      }
    }
    return likelihoods
  }

  /// Takes a strip of a picture whose contents have moved by so much in each part of it, to a fraction of a pixel.
  mutating func learn(_ sharp: [Float], strip number: Int, at shifts: [Double]) {
    guard sharp.count == length, shifts.count == parts else { return }
    if profiles[number] == nil, profiles.count >= Self.most,
      let farthest = profiles.keys.max(by: { abs($0 - number) < abs($1 - number) })
    {
      profiles[farthest] = nil
    }
    var profile =
      profiles.removeValue(forKey: number)
      ?? Profile(
        means: [Float](repeating: 0, count: size), counts: [Float](repeating: 0, count: size),
        known: nil)
    defer { profiles[number] = profile }
    for (part, shift) in shifts.enumerated() where shift.isFinite {
      let whole = Int(shift.rounded(.down))
      let share = Float(shift - Double(whole))
      let start = origin - whole
      // The first and the last go on to the picture's sides.
      let begin = Self.margin + part * count
      let indices = (part == 0 ? 0 : begin)..<(part == parts - 1 ? length : begin + count)
      guard start + indices.lowerBound >= 0, start + indices.upperBound <= size else { continue }
      profile.learn(
        sharp, indices, share: share, least: Self.leastShare, from: start + indices.lowerBound)
      let covered = (start + indices.lowerBound)..<(start + indices.upperBound)
      profile.known =
        profile.known.map {
          min($0.lowerBound, covered.lowerBound)..<max($0.upperBound, covered.upperBound)
        } ?? covered
    }
  }
}
