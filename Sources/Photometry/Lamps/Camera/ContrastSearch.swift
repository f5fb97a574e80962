/// Of all poses that which is likeliest for all strips of a picture together.
struct ContrastSearch {
  /// With the likelihoods of each part of theirs.
  let strips: [ContrastStrip]

  /// By how much likelier one place must be than others for a part to tell.
  static let telling: Float = 20
  /// Parts that must agree: a lamp is in up to four.
  static let fewest = 6
  /// Pixels from where a pose has a part's contents within which the part agrees.
  private static let tolerance = 1.5
  /// Pixels from the likeliest place at which another is another.
  private static let apart = 3

  struct Best {
    var pose: ContrastMotion.Pose
    var likelihood: Double
    /// Whether it is better than what is beside it on either side.
    var isInside: Bool
    /// By how much it is likelier than any other, across or down.
    var lead: Float
  }

  /// The likeliest pose around one: of all turns that which suits best, and of all scales, then.
  func best(from start: ContrastMotion.Pose, reach: Int, turns: Int, step: Double) -> Best? {
    var start = start
    start.x.round()
    start.y.round()
    var isInside = true
    func tried(_ pose: (Double) -> ContrastMotion.Pose) -> Double {
      let likelihoods = (-turns...turns).map {
        Float(self.curves(pose(Double($0) * step), reach).most)
      }
      let best = Self.peak(likelihoods)
      isInside = isInside && best.isInside
      return (best.place - Double(turns)) * step
    }
    let turned = tried { turn in
      var pose = start
      pose.turn += turn
      return pose
    }
    start.turn += turned
    let grown = tried { growth in
      var pose = start
      pose.growth += growth
      return pose
    }
    start.growth += grown
    let curves = self.curves(start, reach)
    guard curves.most > 0 else { return nil }
    let (x, y) = (Self.peak(curves.across), Self.peak(curves.down))
    start.x += x.place - Double(reach)
    start.y += y.place - Double(reach)
    return Best(
      pose: start, likelihood: curves.most, isInside: isInside && x.isInside && y.isInside,
      lead: [curves.across, curves.down].compactMap { Self.likeliest($0[...])?.lead }.min() ?? 0)
  }

  /// For each shift beside a pose how likely all parts together find it.
  private struct Curves {
    var across: [Float]
    var down: [Float]

    var most: Double { Double((across.max() ?? 0) + (down.max() ?? 0)) }
  }

  private func curves(_ pose: ContrastMotion.Pose, _ reach: Int) -> Curves {
    let none = [Float](repeating: 0, count: 2 * reach + 1)
    var curves = Curves(across: none, down: none)
    for strip in strips {
      let shifts = strip.likelihoods.count / ContrastStrip.parts
      for part in 0..<ContrastStrip.parts {
        let at = strip.shift(part, pose) - Double(strip.first)
        let from = Int(at.rounded(.down))
        let share = Float(at - Double(from))
        let own = part * shifts
        func add(_ curve: inout [Float]) {
          let (low, high) = (max(-reach, -from), min(reach, shifts - 2 - from))
          guard low <= high else { return }
          for away in low...high {
            let index = own + from + away
            curve[away + reach] +=
              (1 - share) * strip.likelihoods[index] + share * strip.likelihoods[index + 1]
          }
        }
        if strip.isLying { add(&curves.across) } else { add(&curves.down) }
      }
    }
    return curves
  }

  /// The likeliest place, and by how much it is likelier than any other.
  private static func likeliest(_ curve: ArraySlice<Float>) -> (place: Int, lead: Float)? {
    guard let most = curve.indices.max(by: { curve[$0] < curve[$1] }) else { return nil }
    let other = curve.indices.filter { abs($0 - most) >= apart }.map { curve[$0] }.max() ?? 0
    return (most - curve.startIndex, curve[most] - other)
  }

  /// Where a curve is greatest, to a fraction, by a parabola.
  private static func peak(_ curve: [Float]) -> (place: Double, isInside: Bool) {
    guard let most = curve.indices.max(by: { curve[$0] < curve[$1] }) else { return (0, false) }
    guard most > 0, most + 1 < curve.count else { return (Double(most), false) }
    let (left, middle, right) = (
      Double(curve[most - 1]), Double(curve[most]), Double(curve[most + 1])
    )
    let curvature = 2 * middle - left - right
    let fraction = curvature > 0 ? 0.5 * (right - left) / curvature : 0
    return (Double(most) + fraction, true)
  }

  /// Whether the parts that tell anything by themselves agree on a pose.
  func agrees(on pose: ContrastMotion.Pose) -> Bool {
    var agreed = [0, 0]
    for strip in strips {
      let axis = strip.isLying ? 0 : 1
      let shifts = strip.likelihoods.count / ContrastStrip.parts
      for part in 0..<ContrastStrip.parts {
        let expected = strip.shift(part, pose) - Double(strip.first)
        let own = strip.likelihoods[part * shifts..<(part + 1) * shifts]
        guard let likeliest = Self.likeliest(own), likeliest.lead > Self.telling else { continue }
        if abs(Double(likeliest.place) - expected) < Self.tolerance { agreed[axis] += 1 }
      }
    }
    return agreed.allSatisfy { $0 >= Self.fewest }
  }

  /// Whether a pose is told, and not only the likeliest.
  func tells(_ best: Best) -> Bool {
    agrees(on: best.pose) && best.lead > Self.telling && best.pose.isAnyHands
  }
}

extension [ContrastStrip] {
  /// How well each fits with what is known, moved as a pose says and up to `reach` pixels otherwise.
  mutating func match(
    _ across: StripReference, _ down: StripReference, from start: ContrastMotion.Pose, reach: Int
  ) {
    for index in indices {
      let strip = self[index]
      let first = Int(strip.shift(start).rounded()) - reach
      self[index].first = first
      self[index].likelihoods = (strip.isLying ? across : down).match(
        strip.profile, strip: strip.number, first: first, shifts: 2 * reach + 1)
    }
  }
}
