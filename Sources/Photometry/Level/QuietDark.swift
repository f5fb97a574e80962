/// Tells a light whose marks are of any height, from one moment to the next, by the dark between them.
///
/// A lamp of a pixel or two far away twinkles, moves between pixels, and is drawn anew by a codec in every picture, but where it
/// is dark nothing changes. Halfway between the levels some of its marks fall short; whatever is far above what the dark does is
/// light.
extension [BrightnessSample] {
  /// Deviations of the dark that are light: one moment in 10^9 is as far off.
  private static var clearOfDark: Double { 6 }
  /// The part of the usual swing that is light at least: less may be glow.
  private static var leastLight: Double { 0.2 }
  /// The part of the usual swing by which marks differ, for the dark to tell more than the levels.
  private static var leastSpread: Double { 0.3 }

  /// The same with whatever is light as bright as all light; nil where the marks are of one height, or the dark is not quiet.
  public func capped() -> [BrightnessSample]? {
    let sorted = map(\.brightness).filter(\.isFinite).ascending()
    guard sorted.count == count, count >= 64 else { return nil }
    // Nobody sends more light than dark.
    let dark = sorted[count / 4]
    let deviations = sorted[..<(count / 2)].map { abs($0 - dark) }.ascending()
    // A normal distribution's deviation is 1.48 times the median's; rounding alone is half a step.
    let deviation = Swift.max(0.5, 1.48 * deviations[deviations.count / 2])
    let swing = sorted[count - 1 - count / 20] - dark
    let light = Swift.max(Self.clearOfDark * deviation, Self.leastLight * swing)
    guard light < Self.leastSpread * swing else { return nil }
    let lit = sorted[(sorted.firstIndex { $0 > dark + light } ?? count)...]
    guard lit.count >= 16,
      lit[lit.startIndex + lit.count * 4 / 5] - lit[lit.startIndex + lit.count / 5]
        > Self.leastSpread * swing
    else { return nil }
    return map { sample in
      var capped = sample
      capped.brightness = Swift.min(sample.brightness, dark + 2 * light)
      return capped
    }
  }
}
