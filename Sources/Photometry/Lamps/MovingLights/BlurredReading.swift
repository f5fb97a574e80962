/// How a small lamp is read while the picture is blurred: its light is spread then, none of it is lost.
struct BlurredReading: Sendable {
  /// On the scale of the lamp's own probe.
  let probe: Probe
  /// The sharpness below which it is the better one (`Sharpness`).
  let limit: Double

  /// A picture whose lights keep more of their contrast is no worse than a hand's unrest makes any.
  static let leastBlur = 0.7
  /// A picture whose lights have lost half of their contrast is one: the lamp, which is one of them, is about to be taken for dark.
  static let surelyBlurred = 0.5
  /// How far what is read of a blurred picture may be off, as a standard deviation, a part of the swing: lit, rendered towers
  /// show from 0.5 to 1.1 of it then, for their light may be spread farther than is looked, and less tells where the picture is.
  static let uncertainty = 0.3
  /// Separation below which a reading tells nothing, however blurred the picture is.
  private static let leastSeparation = 3.0

  /// Moments that it must show lit, beside those that the lamp's own reading does, for each that it does not.
  private static let mostLost = 4
  /// Of so many moments in which it is dark one is taken for lit at most: a reading that took one in five printed a letter for
  /// a steady lamp (Docs/silence-log.md).
  private static let mostWrong = 10
  /// Moments beyond what it must show lit: fewer are an accident.
  private static let leastGained = 3

  /// The brightness of the tiles around a lamp together, which `probe` reads as `trace` in some moments; nil where nothing
  /// of that is blurred, or they would show it no better.
  init?(
    of lamp: Followed, _ trace: [Double], _ moments: [SignalHistory.Moment], _ map: SignalMap
  ) {
    guard Self.isOf(lamp) else { return nil }
    let swing = lamp.high - lamp.low
    let isLit = zip(trace, moments).map { value, moment -> Bool? in
      guard value.isFinite, swing > 0, moment.sharpness >= Self.leastBlur else { return nil }
      return value - lamp.low > 0.5 * swing
    }
    let wide = Self.wide(lamp, unlit: zip(moments, isLit).filter { $0.1 == false }.map(\.0), map)
    let values = wide.trace(moments[...], map)
    guard let own = Levels(trace, isLit), let levels = Levels(values, isLit),
      levels.separation > Self.leastSeparation
    else { return nil }
    // Its brightest sample falls as the other lights' do.
    limit = min(Self.leastBlur, max(Self.surelyBlurred, levels.separation / own.separation))
    // Where most pictures are blurred, what was taken for usual is not.
    let seen = zip(moments, trace).filter(\.1.isFinite).map(\.0.sharpness)
    guard 2 * seen.count(where: { $0 < Self.leastBlur }) < seen.count else { return nil }
    // A lamp that is larger than a blurred point shows its light as before; and what shows it no more is no reading of it.
    var (gained, lost) = (0, 0)
    // Sharp moments in which its own reading shows it dark, and those in which the wide one does not: what passes there.
    var (dark, wrong) = (0, 0)
    for index in moments.indices {
      guard let isLit = own.isLit(trace[index]), let isLitWide = levels.isLit(values[index]) else {
        continue
      }
      let isBlurred = moments[index].sharpness < limit
      if !isLit, !isBlurred { dark += 1 }
      if isLitWide, !isLit { if isBlurred { gained += 1 } else { wrong += 1 } }
      if isLit, !isLitWide, isBlurred { lost += 1 }
    }
    guard gained >= Self.leastGained, gained > Self.mostLost * lost, Self.mostWrong * wrong < dark
    else { return nil }
    let scale = (own.lit - own.unlit) / (levels.lit - levels.unlit)
    var probe = Probe(offset: own.unlit - levels.unlit * scale)
    probe.add(wide, weight: scale)
    self.probe = probe
  }

  /// Whether a lamp may be read so: one small place, of which it is known where it is.
  fileprivate static func isOf(_ lamp: Followed) -> Bool {
    !lamp.isWhole && !lamp.isSpread && lamp.probe.roaming == nil
  }

  /// The tile of a lamp with those around it that are seen, or those wherever it goes about; `unlit` are moments in which it is dark.
  private static func wide(
    _ lamp: Followed, unlit: [SignalHistory.Moment], _ map: SignalMap
  ) -> Probe {
    guard var square = lamp.probe.brightest else {
      let view = unlit.last?.view
      return Probe(meanOf: lamp.tile.around(1).filter { view?.shows($0) ?? true } + [lamp.tile])
    }
    square.weight = 1
    return Probe(roaming: RoamingLight(square, unlit: unlit, map))
  }

  /// What a reading shows of a lamp that is known to be lit or not.
  private struct Levels {
    let unlit: Double
    let lit: Double
    /// In deviations, the greater of both levels'.
    let separation: Double

    init?(_ values: [Double], _ isLit: [Bool?]) {
      func level(_ wanted: Bool) -> (middle: Double, deviation: Double)? {
        let own = zip(values, isLit).filter { $0.0.isFinite && $0.1 == wanted }.map(\.0)
        guard own.count >= 8, let middle = own.median,
          let spread = own.map({ abs($0 - middle) }).median
        else { return nil }
        // 1.4826 makes a deviation of a median.
        return (middle, 1.4826 * spread)
      }
      guard let dark = level(false), let bright = level(true), bright.middle != dark.middle else {
        return nil
      }
      (unlit, lit) = (dark.middle, bright.middle)
      let deviation = max(dark.deviation, bright.deviation, 1e-3 * abs(lit - unlit))
      separation = abs(lit - unlit) / deviation
    }

    /// nil out of sight.
    func isLit(_ value: Double) -> Bool? {
      value.isFinite ? (value - unlit) / (lit - unlit) > 0.5 : nil
    }
  }
}

extension LampSearch {
  /// Reads lamps as they are seen in a blurred picture, where one of the moments is: those that were not yet read so, and from
  /// time to time the others, as what is around them may be brighter or darker by now.
  mutating func readBlurred() -> [LampFinder.Update] {
    guard let end = moments.last?.time else { return [] }
    let isSeen = moments.contains { $0.sharpness < BlurredReading.leastBlur }
    return followed.indices.compactMap { index in
      guard isSeen else {
        // What is kept is of other pictures than those that are known.
        followed[index].blurred = nil
        return nil
      }
      guard BlurredReading.isOf(followed[index]),
        isFinal
          || end >= followed[index].blurLook.map({ $0 + FruitlessLooks.patience }) ?? -.infinity
      else { return nil }
      followed[index].blurLook = end
      let wasBlurred = followed[index].blurred != nil
      let sharp = followed[index].probe.trace(moments[...], map)
      followed[index].blurred = BlurredReading(of: followed[index], sharp, moments, map)
      guard wasBlurred != (followed[index].blurred != nil) else { return nil }
      let trace = followed[index].trace(moments[...], map, sharp: sharp)
      return .reread(
        id: followed[index].id, backlog: followed[index].samples(moments[...], trace))
    }
  }
}
