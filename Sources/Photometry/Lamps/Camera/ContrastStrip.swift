internal import CLuma

/// A whole strip of a picture.
struct ContrastStrip: Sendable {
  var isLying: Bool
  var number: Int
  /// Pixels from the picture's middle, down or aside.
  var place: Double
  var profile: [Float]
  /// Of each part the middle, in pixels from the picture's middle along the strip.
  var middles: [Double]
  /// For each part one for each shift, the first of which is `first`.
  var likelihoods: [Float] = []
  var first = 0

  /// Parts into which a strip is divided: each tells by itself.
  static let parts = 4

  /// The whole strips of a picture that has been measured.
  static func all(in grid: TileGrid) -> [ContrastStrip] {
    func place(_ tiles: Range<Int>, _ length: Int) -> Double {
      Double((tiles.lowerBound + tiles.upperBound) * TileGrid.side - length) / 2
    }
    func middles(_ length: Int) -> [Double] {
      (0..<Self.parts).map {
        let count = Double((length - 2 * StripReference.margin) / Self.parts)
        return Double(StripReference.margin) + (Double($0) + 0.5) * count - Double(length) / 2
      }
    }
    let cut = grid.cut
    return cut.lying.indices.filter { cut.lying[$0].isWhole }.map { index in
      ContrastStrip(
        isLying: true, number: cut.lying[index].number,
        place: place(cut.lying[index].tiles, grid.region.height),
        profile: Self.sharpened(grid.columnProfile(index)), middles: middles(grid.region.width))
    }
      + cut.standing.indices.filter { cut.standing[$0].isWhole }.map { index in
        ContrastStrip(
          isLying: false, number: cut.standing[index].number,
          place: place(cut.standing[index].tiles, grid.region.width),
          profile: Self.sharpened(grid.rowProfile(index)), middles: middles(grid.region.height))
      }
  }

  /// Where its contents have moved in its middle, and in the middle of one of its parts.
  func shift(_ pose: ContrastMotion.Pose) -> Double {
    isLying ? pose.x - pose.turn * place : pose.y + pose.turn * place
  }

  func shift(_ part: Int, _ pose: ContrastMotion.Pose) -> Double {
    shift(pose) + pose.growth * middles[part]
  }

  /// Without the mean over its surroundings.
  static func sharpened(_ profile: [Float]) -> [Float] {
    let half = ProfileTracker.slowWidth / 2
    guard profile.count > ProfileTracker.slowWidth else { return [] }
    var sharp = [Float](repeating: 0, count: profile.count)
    profile.withUnsafeBufferPointer { profile in
      sharp.withUnsafeMutableBufferPointer { sharp in
        guard let from = profile.baseAddress, let to = sharp.baseAddress else { return }
        luma_sharpened_float(from, profile.count, half, to)
      }
    }
    return sharp
  }

  /// Steps of luma by which a part varies on average where it shows a scene: by less it shows how a codec rounds, and what
  /// of the noise it keeps, which its motion vectors move about.
  static let leastContrast: Float = 0.125

  /// How many of its parts vary by that.
  fileprivate var contrastingParts: Int {
    let count = (profile.count - 2 * StripReference.margin) / Self.parts
    guard count > 0 else { return 0 }
    return (0..<Self.parts).count { part in
      let from = StripReference.margin + part * count
      let spread = profile[from..<from + count].reduce(0) { $0 + abs($1) }
      return spread >= Self.leastContrast * Float(count)
    }
  }
}

extension [ContrastStrip] {
  /// Whether as many parts as must agree on a movement vary by more than what is flat does, across and down together: what
  /// varies by less beside them, as a room by night does, may tell, too.
  var showScene: Bool {
    var seen = 0
    return contains { strip in
      seen += strip.contrastingParts
      return seen >= ContrastSearch.fewest
    }
  }
}
