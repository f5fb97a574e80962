/// Follows how a picture's contents move by the small lights in it, as a star tracker does: at night there is nothing else
/// to be seen, and what few lights add to the mean of a column or row of pixels is less than its noise.
///
/// The lights that are seen are laid over those that are known, each by each; the shift that most pairs share is the
/// movement. It is refined by least squares to a shift, a turn and a scale, for a camera that is held in a hand turns too.
struct Constellation: Sendable {
  /// The picture's size, in pixels.
  let width: Double
  let height: Double
  private(set) var pose = Pose()
  /// The size that was told last.
  private(set) var size = 1.0
  /// The size that lights told last which had been there for long, and by which it grew then from one picture to the next.
  private(set) var zoomed = 1.0
  private(set) var growth = 1.0
  private(set) var known: [Known] = []
  private var previous: [LightPoint] = []
  /// Pictures in a row that showed lights enough, but not where they are.
  private var unsure = 0
  /// Pictures in a row that did not show where they are, whatever they showed.
  private var untold = 0
  /// Pictures that were learnt.
  private var pictures = 0

  /// Pictures in a row after which what is known is of another scene.
  static let patience = 30
  /// A hand turns a camera by less than six degrees, and lights do not come nearer by more than a tenth; sparks do.
  static let mostSkew = 0.1
  /// The farthest that lights move from one picture to the next: in pixels, of 640.
  private static let reach = ProfileTracker.reach
  /// Pixels within which shifts are the same, at first: a turn of a degree moves what is 300 pixels away by 5.
  private static let cell = 4.0
  /// Pixels within which a light is the known one, as the pose becomes better: a codec moves its middle by one at most.
  private static let radii = [8.0, 5.0, 3.0]
  /// Lights that must agree: two pairs of headlights are none of a scene.
  static let fewest = 6
  /// Of two lights that may be one the weaker has this part of the other's light: sampled by pixels as large as they are,
  /// lights twinkle.
  private static let likeness = 0.3
  /// Lights that are remembered.
  private static let most = 128
  /// Pictures that showed a light that is there to stay.
  private static let oftenEnough = 8
  /// Pictures over which a known light's place is averaged.
  private static let memory = 50.0
  /// The logarithm of how probable an agreement by chance may be: once in a thousand pictures of a thousand shifts, and the
  /// turn and the scale.
  private static let chance = -18.0

  init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  /// Takes the lights of the next picture, which has about this shift; whether it could be told where it is.
  mutating func update(_ points: [LightPoint], near shift: (x: Double, y: Double)) -> Bool {
    defer { previous = points }
    let last = previous.map { light in
      let place = scene(light.x, light.y)
      return Known(x: place.x, y: place.y, light: light.light)
    }
    pose.x = shift.x
    pose.y = shift.y
    untold += 1
    guard points.count >= Self.fewest else { return false }
    guard !known.isEmpty else {
      learn(points, matches: [:])
      return false
    }
    if let found = found(points, among: known) ?? grown(points) {
      let isSteady = areSteady(found.matches, known)
      growth = isSteady && untold == 1 ? found.pose.size / size : 1
      size = found.pose.size
      if isSteady { zoomed = size }
      (unsure, untold) = (0, 0)
      pose = found.pose
      learn(points, matches: found.matches)
      return true
    }
    // What was seen long ago is out of sight, or it was not this: the picture before, where that was.
    guard let since = found(points, among: last) else {
      unsure += 1
      if unsure >= Self.patience { begin(at: shift) }
      return false
    }
    (unsure, untold) = (0, 0)
    (growth, size) = (1, since.pose.size)
    pose = since.pose
    learn(points, matches: [:])
    return true
  }

  /// The lights that were seen in most pictures, where they are taken to be in the last; none where that is long ago.
  var steady: [LightPoint] {
    guard untold > 0, untold < Self.patience, pictures >= Self.patience else { return [] }
    return known.filter { $0.seen > max($0.missed, Self.oftenEnough) }.map {
      let place = picture($0.x, $0.y, pose)
      return LightPoint(x: place.x, y: place.y, light: $0.light)
    }
  }

  /// Takes that they have moved by so many pixels in the last picture, though it does not show them as points.
  mutating func move(by moved: (x: Double, y: Double)) {
    pose.x += moved.x
    pose.y += moved.y
    untold = 0
  }

  /// Knows nothing but where the picture is.
  private mutating func begin(at shift: (x: Double, y: Double)) {
    known = []
    (pose.x, pose.y) = (shift.x, shift.y)
    growth = 1
    (unsure, pictures) = (0, 0)
  }

  /// Where a light of the scene is in the picture.
  private func picture(_ x: Double, _ y: Double, _ pose: Pose) -> (x: Double, y: Double) {
    let (u, v) = (x - width / 2, y - height / 2)
    return (
      width / 2 + pose.along * u - pose.across * v + pose.x,
      height / 2 + pose.across * u + pose.along * v + pose.y
    )
  }

  /// Which place of the scene is at one of the picture.
  private func scene(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
    let (u, v) = (x - width / 2 - pose.x, y - height / 2 - pose.y)
    let size = pose.along * pose.along + pose.across * pose.across
    return (
      width / 2 + (pose.along * u + pose.across * v) / size,
      height / 2 + (pose.along * v - pose.across * u) / size
    )
  }

  func found(
    _ points: [LightPoint], among known: [Known], grownBy growth: Double = 1
  ) -> (pose: Pose, matches: [Int: Int])? {
    var pose = pose
    pose.along *= growth
    pose.across *= growth
    var places = known.map { picture($0.x, $0.y, pose) }
    let moved = commonest(points, known, places)
    pose.x += moved.x
    pose.y += moved.y
    var matches: [Int: Int] = [:]
    for radius in Self.radii {
      places = known.map { picture($0.x, $0.y, pose) }
      matches = Self.matches(points, known, places, within: radius)
      guard matches.count >= Self.fewest else { return nil }
      pose = fitted(points, known, matches, pose)
    }
    let last = Self.radii[Self.radii.count - 1]
    places = known.map { picture($0.x, $0.y, pose) }
    matches = Self.matches(points, known, places, within: last)
    let inSight = places.count { $0.x >= 0 && $0.y >= 0 && $0.x < width && $0.y < height }
    guard matches.count >= Self.fewest, isPossible(pose, known, matches) else { return nil }
    // So many would be near a known one by chance (Poisson): the upper tail, by Chernoff. Two are near whatever is fitted.
    let expected =
      Double(points.count * max(1, inSight)) * 4 * last * last / (width * height)
    let count = Double(matches.count - 2)
    guard count > expected,
      count * naturalLogarithm(expected / count) + count - expected < Self.chance
    else { return nil }
    return (pose, matches)
  }

  /// The shift that most lights share with one that is known, in pixels.
  private func commonest(
    _ points: [LightPoint], _ known: [Known], _ places: [(x: Double, y: Double)]
  ) -> (x: Double, y: Double) {
    let reach = Self.reach * max(width, height)
    let cells = 2 * Int(reach / Self.cell) + 1
    var votes = [Int](repeating: 0, count: cells * cells)
    // Which light voted last: each has one vote a place.
    var voter = [Int](repeating: -1, count: cells * cells)
    for (index, point) in points.enumerated() {
      for (each, place) in zip(known, places) where Self.isLike(point.light, each.light) {
        let (x, y) = (point.x - place.x, point.y - place.y)
        guard abs(x) < reach, abs(y) < reach else { continue }
        let column = Int((x / Self.cell).rounded()) + cells / 2
        let row = Int((y / Self.cell).rounded()) + cells / 2
        for line in max(0, row - 1)...min(cells - 1, row + 1) {
          for place in max(0, column - 1)...min(cells - 1, column + 1) {
            let cell = line * cells + place
            guard voter[cell] != index else { continue }
            voter[cell] = index
            votes[cell] += 1
          }
        }
      }
    }
    func away(_ cell: Int) -> Int {
      let (x, y) = (cell % cells - cells / 2, cell / cells - cells / 2)
      return x * x + y * y
    }
    let best = votes.indices.max { (votes[$0], -away($0)) < (votes[$1], -away($1)) } ?? 0
    return (
      Double(best % cells - cells / 2) * Self.cell, Double(best / cells - cells / 2) * Self.cell
    )
  }

  private static func isLike(_ one: Double, _ other: Double) -> Bool {
    min(one, other) > likeness * max(one, other)
  }

  /// For each light the nearest of those known, if it is within `radius`; each of these at most once, the nearest first.
  private static func matches(
    _ points: [LightPoint], _ known: [Known], _ places: [(x: Double, y: Double)],
    within radius: Double
  ) -> [Int: Int] {
    var pairs: [(point: Int, known: Int, away: Double)] = []
    for (index, point) in points.enumerated() {
      for (number, place) in places.enumerated() {
        let (x, y) = (point.x - place.x, point.y - place.y)
        guard abs(x) < radius, abs(y) < radius, isLike(point.light, known[number].light) else {
          continue
        }
        pairs.append((index, number, x * x + y * y))
      }
    }
    pairs.sort { $0.away < $1.away }
    var matches: [Int: Int] = [:]
    var taken: Set<Int> = []
    for pair in pairs where matches[pair.point] == nil && taken.insert(pair.known).inserted {
      matches[pair.point] = pair.known
    }
    return matches
  }

  /// The pose in which known lights are nearest to those seen: least squares on a similarity, which is linear in its
  /// parameters. Turn and scale stay near what they were where the lights are few or lie close together.
  private func fitted(
    _ points: [LightPoint], _ known: [Known], _ matches: [Int: Int], _ pose: Pose
  ) -> Pose {
    let count = Double(matches.count)
    var (px, py, sx, sy) = (0.0, 0.0, 0.0, 0.0)
    for (point, number) in matches {
      px += points[point].x / count
      py += points[point].y / count
      sx += known[number].x / count
      sy += known[number].y / count
    }
    // As much as this many lights 100 pixels from their middle would say.
    var size = 2.0 * 100 * 100
    var (along, across) = (size * pose.along, size * pose.across)
    for (point, number) in matches {
      let (x, y) = (points[point].x - px, points[point].y - py)
      let (u, v) = (known[number].x - sx, known[number].y - sy)
      along += u * x + v * y
      across += u * y - v * x
      size += u * u + v * v
    }
    var fitted = Pose(along: along / size, across: across / size)
    let (u, v) = (sx - width / 2, sy - height / 2)
    fitted.x = px - width / 2 - (fitted.along * u - fitted.across * v)
    fitted.y = py - height / 2 - (fitted.across * u + fitted.along * v)
    return fitted
  }

  /// Takes the lights into what is known.
  private mutating func learn(_ points: [LightPoint], matches: [Int: Int]) {
    pictures += 1
    let seen = Set(matches.values)
    for index in known.indices where !seen.contains(index) {
      let place = picture(known[index].x, known[index].y, pose)
      if place.x >= 0, place.y >= 0, place.x < width, place.y < height { known[index].missed += 1 }
    }
    for (index, point) in points.enumerated() {
      let place = scene(point.x, point.y)
      if let number = matches[index] {
        known[number].seen = known[number].seen + 1
        known[number].last = pictures
        let share = max(1 / Double(known[number].seen), 1 / Self.memory)
        known[number].x += share * (place.x - known[number].x)
        known[number].y += share * (place.y - known[number].y)
        known[number].light += share * (point.light - known[number].light)
      } else if !known.contains(where: {
        abs($0.x - place.x) < Self.radii[0] && abs($0.y - place.y) < Self.radii[0]
      }) {
        known.append(Known(x: place.x, y: place.y, light: point.light, last: pictures))
      }
    }
    // A lamp that sends is dark for half of the time.
    known.removeAll { $0.missed > 4 * $0.seen + 8 }
    if known.count > Self.most {
      // Those that were seen last, and of these those that were seen longest.
      known.sort { ($0.last, $0.seen) > ($1.last, $1.seen) }
      known.removeLast(known.count - Self.most)
    }
  }
}
