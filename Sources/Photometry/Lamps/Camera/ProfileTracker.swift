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
  /// Whether its contrast told the picture that was looked at last, and where it told that its contents are, or else were.
  private(set) var isClear = false
  private(set) var found = 0.0

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
  /// In the same unit: a profile that varies by less, on average, shows how a codec rounds, and no scene.
  private static let leastContrast = Double(ContrastStrip.leastContrast * unit)
  private var frames = 0
  private var scene = SceneProfile(length: 0)
  private var previous: [Int32] = []
  /// What a good match leaves, on average a pixel.
  private var usualMismatch: Double?
  /// Pixels that the contents moved by from the picture before last to the last; 0 where that is not known.
  private var speed = 0.0
  /// Whether the last picture was where the one before was, and matched as well as ever.
  private var isQuiet = false
  /// How far the contents of the last picture had moved since the one before, where these showed another scene.
  private var movedBefore: Double?
  /// The picture that was looked at and has not been taken yet, and what came of it.
  private var pending: (sharp: [Int32], finding: Finding)?

  /// Takes it that contents are here now, without a look.
  mutating func move(to place: Double) {
    speed = place - shift
    shift = place
    isSure = true
    movedBefore = nil
  }

  /// Takes the next picture's profile.
  mutating func update(_ profile: [Float]) {
    look(at: profile)
    settle()
  }

  /// Looks where the next picture is by its profile, which `settle` then takes; `isSure` says whether it tells.
  mutating func look(at profile: [Float]) {
    let sharp = Self.sharpened(profile)
    // A picture that is there once more, as where fewer a second were taken than are shown, tells nothing new.
    guard sharp.count >= Self.shortest, sharp != previous else { return }
    if sharp.count != scene.length { restart(sharp.count) }
    scene.recentre(at: shift)
    let finding = frames > 0 ? find(sharp, wasSure: isSure) : .unsure
    (isSure, isClear, found) = (false, false, shift)
    if case .sure(let now, let clear) = finding { (isSure, isClear, found) = (true, clear, now) }
    pending = (sharp, finding)
  }

  /// Takes the picture that was looked at last; `known` is where its contents are by something else that is surer.
  mutating func settle(_ known: Double? = nil) {
    guard let (sharp, finding) = pending else { return }
    pending = nil
    let was = shift
    // One picture's noise may be another's, moved: what a codec keeps of it, or what a film's noise was copied from.
    var moved: Double?
    if let known, frames > 0 {
      shift = known
      isSure = true
    } else if case .sure(let now, _) = finding {
      shift = now
    } else if case .another(let since) = finding {
      if let movedBefore {
        restart(sharp.count)
        shift += movedBefore
        learn(previous)
        shift += since
      } else {
        moved = since
      }
    }
    movedBefore = moved
    speed = isSure ? shift - was : 0
    // A picture that keeps still need not be learnt again and again.
    if isQuiet, abs(speed) < 1, frames % 8 != 0 {
      frames += 1
    } else {
      learn(sharp)
    }
    previous = sharp
  }

  /// Begins anew with contents that are so many pixels from where they were at first.
  mutating func begin(at shift: Double) {
    let length = scene.length
    self = ProfileTracker()
    self.shift = shift.rounded()
    guard length > 0 else { return }
    scene = SceneProfile(length: length)
    scene.recentre(at: self.shift)
  }

  private enum Finding {
    /// Where the contents are; and whether contrast says so, not noise that was told apart by statistics.
    case sure(Double, isClear: Bool)
    case unsure
    /// Nothing that was seen before shows the picture, but the one before does, whose contents were so many pixels before.
    case another(since: Double)
  }

  private mutating func find(_ sharp: [Int32], wasSure: Bool) -> Finding {
    isQuiet = false
    let spread = sharp.reduce(0.0) { $0 + Double(abs($1)) } / Double(sharp.count)
    guard spread > Self.leastContrast else { return .unsure }
    let limit = Int32(max(2, min(20000, 3 * spread)))
    // A camera that turns goes on turning: it may pass the reach, but not from one picture to the next.
    let here = Int((shift + (abs(speed) > Self.turning ? speed : 0)).rounded())
    let reach = max(8, Int(Self.reach * Double(sharp.count)))
    var laid = [here - 1, here, here + 1].compactMap { match(sharp, at: $0, limit: limit) }
    // Nothing moved: the place next door is no better and the match is as good as ever.
    let stay = laid.first { $0.shift == here }
    isQuiet =
      stay.map { stay in
        stay.mismatch <= 1.3 * (usualMismatch ?? 0)
          && laid.allSatisfy { stay.mismatch <= $0.mismatch }
      } ?? false
    if !isQuiet {
      for away in 2...reach {
        laid += [here - away, here + away].compactMap { match(sharp, at: $0, limit: limit) }
      }
    }
    guard let best = laid.min(by: { $0.mismatch < $1.mismatch }) else { return .unsure }
    // A jump that one place alone speaks for is that place's own: a lamp that comes on.
    if abs(best.shift - here) > 2, stay != nil,
      !scene.agreed(sharp, on: best.shift, against: here, limit: limit)
    {
      return .unsure
    }
    // Those two pixels off are known to be worse, or there is contrast at no place.
    let beside = [best.shift - 2, best.shift + 2].compactMap { match(sharp, at: $0, limit: limit) }
    let others = (laid + beside).filter { abs($0.shift - best.shift) >= 2 }
    if beside.count == 2, let next = others.min(by: { $0.mismatch < $1.mismatch }),
      isClear(best, beside: next)
        || scene.isSignificant(sharp, at: best.shift, against: next.shift, limit: limit)
    {
      let old = usualMismatch ?? best.mismatch
      usualMismatch = old + (best.mismatch - old) / 16
      return .sure(
        Double(best.shift) + scene.fraction(sharp, at: best.shift, limit: limit),
        isClear: isClear(best, beside: next))
    }
    // Another scene: the picture before, which did not match either, shows it better than all that was seen till then.
    if !wasSure, best.mismatch > 0.6 * spread,
      let since = sincePrevious(sharp, reach: reach, limit: limit),
      SceneProfile.clearly * since.mismatch < best.mismatch
    {
      return .another(since: Double(since.shift))
    }
    return .unsure
  }

  /// A place where a profile was laid over another, and what they differ by there on average a pixel.
  private struct Match {
    var mismatch: Double
    var shift: Int
  }

  private func match(_ sharp: [Int32], at shift: Int, limit: Int32) -> Match? {
    scene.mismatch(sharp, at: shift, limit: limit).map { Match(mismatch: $0, shift: shift) }
  }

  /// Whether the next best place, two pixels off or any farther, is worse by contrast: what repeats, as the edges of a codec's
  /// blocks do in a blank scene, fits at many.
  private func isClear(_ best: Match, beside next: Match) -> Bool {
    next.mismatch > SceneProfile.clearly * best.mismatch
  }

  /// By how much the contents moved since the picture before, and what it differs by; nil where that does not tell.
  private func sincePrevious(_ sharp: [Int32], reach: Int, limit: Int32) -> Match? {
    guard previous.count == sharp.count else { return nil }
    var last = SceneProfile(length: sharp.count)
    last.learn(previous, at: 0)
    let all = (-reach...reach).compactMap { moved in
      last.mismatch(sharp, at: moved, limit: limit).map { Match(mismatch: $0, shift: moved) }
    }
    guard let best = all.min(by: { $0.mismatch < $1.mismatch }),
      all.allSatisfy({
        abs($0.shift - best.shift) < 2 || $0.mismatch > SceneProfile.clearly * best.mismatch
      })
    else { return nil }
    return best
  }

  private mutating func restart(_ count: Int) {
    // The scene's coordinates go on: nothing else is known.
    var new = ProfileTracker()
    new.shift = shift.rounded()
    new.previous = previous
    new.scene = SceneProfile(length: count)
    new.scene.recentre(at: new.shift)
    self = new
  }

  private mutating func learn(_ sharp: [Int32]) {
    frames += 1
    scene.learn(sharp, at: shift)
  }

  /// Without the mean over its surroundings.
  static func sharpened(_ profile: [Float]) -> [Int32] {
    ContrastStrip.sharpened(profile).map { Int32(max(-1e6, min(1e6, $0 * unit))) }
  }
}
