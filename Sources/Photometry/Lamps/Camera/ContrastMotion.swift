/// Measures a camera's movement, and how it turns, by the contrast in its pictures, strip by strip.
///
/// Each strip's profile is laid over what has been seen of it, part by part; what is likeliest of all shifts and turns for
/// all of them together is the movement. A part whose contents go elsewhere, or are hidden, or are lit otherwise, says
/// little: it is no likelier here than there.
struct ContrastMotion: Sendable {
  /// Since what is known of the scene has been learnt.
  private(set) var pose = Pose()
  private var anchor = SceneAnchor()
  /// As a whole.
  var scene: Constellation.Pose { anchor.scene(pose) }
  /// Whether the picture that was looked at last told where it is.
  private(set) var isSure = false
  /// Whether the camera turned fast when a picture last told, and none has told since where it is.
  private(set) var isLost = false

  private var across = StripReference(length: 0, parts: ContrastStrip.parts)
  private var down = StripReference(length: 0, parts: ContrastStrip.parts)
  /// The picture's longer side, in pixels.
  var size: Int { max(across.length, down.length) }
  private var pictures = 0
  /// Pictures that told where a camera is since it was lost, less those that did not.
  private var sure = 0
  /// Pictures in a row of which nothing told that.
  private(set) var unsure = 0
  /// Pictures in a row that did not move.
  private var still = 0
  /// Whether the camera has kept still for `standing` pictures: it is in no hand.
  var isStanding: Bool { still >= Self.standing && isSure }
  /// Where the picture before was, and by how much it moved from the one before that.
  private var before = Pose()
  private(set) var speed = Pose()
  /// Pictures in a row that told where they are, the last one included, in which the scene grew, or in which it shrank, by half of
  /// `zoom` at least.
  private var growing = 0
  /// What a picture usually tells; nil where the last one did not.
  private var usual: Double?
  private var strips: [ContrastStrip] = []
  /// The strips of the picture before.
  private var previous: [ContrastStrip] = []
  private var isAgain = false
  /// Pictures that told nothing by themselves, less `telling` for each that did.
  private var silent = 0
  private var looks = 0
  /// Pictures since one told; nil where none has since what is known began.
  private var sinceSure: Int?
  /// Whether the picture that was taken last is taken for one of elsewhere.
  private(set) var hasBegun = false
  /// Whether it is taken for one of another scene, or otherwise lit, where the last one was.
  private(set) var hasChanged = false
  private var jump = FarJump()
  /// What was known before, and pictures that told where they are since something is known.
  private var earlier: EarlierScene?
  private var told = 0

  /// Pixels within which contents are looked for at first, turns and scales included; and of those by how much more the
  /// picture's sides are looked for aside: a hand turns a camera by a pixel or two there from one picture to the next.
  private static let near = 8
  private static let aside = 3
  /// Pixels a picture within which it keeps still, and of how many such pictures one is learnt.
  private static let stillness = 0.1
  private static let seldom = 8
  /// Pictures in a row after which what is known is of another scene.
  private static let patience = 15
  /// Pictures that told nothing after which one of `seldom` is looked at: what is flat, or nothing but noise, never will, and
  /// to look for it everywhere costs most. It stays so where fewer than one in `telling` of those that are looked at tell.
  private static let hopeless = 60
  private static let telling = 16
  /// Pictures more that must tell where a camera is that was lost, than do not.
  private static let regained = 5
  /// The part of what a picture usually tells that is enough where it is looked for first.
  private static let asUsual = 0.7
  /// Pictures after which a camera stands.
  private static let standing = 30

  /// Looks where a picture is, which has been measured with strips where the scene was.
  mutating func look(at grid: TileGrid) {
    let (width, height) = (grid.region.width, grid.region.height)
    guard min(width, height) >= ProfileTracker.shortest else {
      self = ContrastMotion()
      return
    }
    if across.length != width || down.length != height {
      self = ContrastMotion()
      across = StripReference(length: width, parts: ContrastStrip.parts)
      down = StripReference(length: height, parts: ContrastStrip.parts)
    }
    strips = ContrastStrip.all(in: grid)
    // A picture that is there once more tells nothing new.
    isAgain = strips.elementsEqual(previous) { $0.number == $1.number && $0.profile == $1.profile }
    guard !isAgain else { return }
    isSure = false
    across.recentre(at: pose.x)
    down.recentre(at: pose.y)
    guard pictures > 0 else { return }
    looks += 1
    earlier = earlier?.aged()
    if silent < Self.hopeless || looks % Self.seldom == 0 {
      find(size: max(width, height))
      findEarlier(size: max(width, height))
    }
    silent = isSure ? max(0, silent - Self.telling) : min(silent + 1, Self.hopeless)
  }

  /// Whether it moves by half as far as is looked, or grows so: it soon passes that, and what moves so fast is blurred.
  private var isTurningAway: Bool {
    max(abs(speed.x), abs(speed.y)) > Self.doubtful * Double(size)
      || abs(speed.growth) > Self.zoom(size: size) && growing >= Self.zooming
  }

  /// By how much a picture grows, as a part of it, where a lens zooms: half as far as is looked for.
  private static func zoom(size: Int) -> Double { Double(farAside) / 2 * step(size: size) }
  /// Pictures in a row that grow while a lens zooms: an eighth of a second at 30 a second. The glow of a lamp that comes on grows for
  /// as long as the lamp takes, two pictures or three.
  private static let zooming = 4

  private mutating func find(size: Int) {
    guard strips.showScene else {
      usual = nil
      return
    }
    var start = pose
    if abs(speed.x) > Self.turning { start.x += speed.x }
    if abs(speed.y) > Self.turning { start.y += speed.y }
    if isTurning { start.turn += speed.turn }
    if abs(speed.growth) > Self.step(size: size) { start.growth += speed.growth }
    let places = [start, Pose(x: pose.x + speed.x, y: pose.y + speed.y)]
    let far = Self.far(size: size)
    let step = Self.step(size: size)
    // It goes on from there, if it was there.
    if let found = jump.doubted?.found {
      let near = found.near(start, turns: Double(Self.farAside) * step)
      (start.turn, start.growth) = (near.turn, near.growth)
    }
    if let usual {
      strips.match(across, down, from: start, reach: Self.near)
      let search = ContrastSearch(strips: strips)
      if let best = search.best(
        from: start, reach: Self.near - Self.aside, turns: Self.aside, step: step),
        best.isInside, best.likelihood > Self.asUsual * usual, best.pose.isAnyHands
      {
        isSure = true
        take(best)
        return
      }
    }
    strips.match(across, down, from: start, reach: far + Self.farAside)
    let search = ContrastSearch(strips: strips)
    guard
      let best = search.best(from: start, reach: far, turns: Self.farAside, step: step)
    else {
      usual = nil
      return
    }
    isSure =
      search.tells(best)
      && jump.isBelieved(
        best.pose, from: places, last: pose, most: Self.doubtful * Double(size), after: unsure + 1)
    if isSure { take(best) } else { usual = nil }
  }

  /// Goes on with what was known before, where the picture shows it.
  private mutating func findEarlier(size: Int) {
    guard strips.showScene, let best = earlier?.find(&strips, from: pose, size: size) else {
      return
    }
    if let earlier { (across, down) = (earlier.across, earlier.down) }
    (pose, before) = (best.pose, best.pose)
    (isSure, usual, earlier) = (true, best.likelihood, nil)
    jump.forget()
    (isLost, sure, still) = (false, 0, 0)
    // It has told so often, and is worth as much as it was.
    told = max(told, Self.patience)
  }

  private mutating func take(_ best: ContrastSearch.Best) {
    pose = best.pose
    usual = usual.map { $0 + (best.likelihood - $0) / 8 } ?? best.likelihood
  }

  /// Whether a picture told not long ago, or what was known then may yet be seen again: what hides the scene, as a lamp's flash
  /// does, is over soon.
  var hasTold: Bool { earlier != nil || sinceSure.map { $0 < Self.patience } ?? false }

  /// Takes the picture that was looked at last; `known` is where its contents are by something else, and `isTold` whether that
  /// is surer.
  mutating func settle(_ known: Constellation.Pose? = nil, isTold: Bool = false) {
    (hasBegun, hasChanged) = (false, false)
    guard !isAgain, !strips.isEmpty else { return }
    defer { previous = strips }
    if let known { pose = anchor.pose(of: known) }
    if isTold { jump.forget() }
    sinceSure = isSure ? 0 : sinceSure.map { $0 + 1 }
    let isKnown = isSure || isTold || pictures == 0
    if !isKnown, isTurningAway {
      isLost = true
      sure = 0
    }
    if isLost {
      // A flash that hides the scene now and then does not keep it lost.
      sure = isKnown ? sure + 1 : max(0, sure - 1)
      isLost = sure < Self.regained
    }
    // Whatever happened since the last picture that told, happened in all of them.
    let since = Double(unsure + 1)
    let growth = speed.growth
    speed =
      isKnown
      ? Pose(
        x: (pose.x - before.x) / since, y: (pose.y - before.y) / since,
        turn: (pose.turn - before.turn) / since, growth: (pose.growth - before.growth) / since)
      : Pose()
    if isKnown {
      before = pose
      let least = Self.zoom(size: size) / 2
      growing = abs(speed.growth) < least ? 0 : speed.growth * growth > 0 ? growing + 1 : 1
    }
    unsure = isKnown ? 0 : unsure + 1
    if isSure { told += 1 }
    // What has told thrice as often as is asked of what is worth keeping is the scene.
    if told >= 3 * Self.patience { earlier = nil }
    if unsure >= Self.patience {
      beginAnew()
    } else if !isKnown {
      return
    }
    pictures += 1
    if isSure, let since = anchor.moveOn(to: pose) {
      earlier = nil
      learnAnew(at: since)
    }
    learn()
  }

  /// Takes what is seen from the last picture on, which told where it is, for a scene of its own, upright, elsewhere.
  mutating func beginElsewhere() {
    moveElsewhere()
    beginAnew()
    (usual, speed, growing, silent, still) = (nil, Pose(), 0, 0, 0)
    // The strips of this picture are numbered as they were: the next one is the first that is learnt.
    pictures = 0
  }

  private mutating func moveElsewhere() {
    hasBegun = true
    // What was known lies elsewhere now.
    (earlier, told) = (nil, 0)
    // By whole tiles: those at the sides are then all in the picture.
    let side = Double(TileGrid.side)
    let (x, y) = (Pose(scene).x + Double(across.length), Pose(scene).y)
    pose = Pose(x: side * (x / side).rounded(), y: side * (y / side).rounded())
    anchor = SceneAnchor()
  }

  /// What is seen from now on is of another scene, or elsewhere where the camera was lost.
  private mutating func beginAnew() {
    if isLost {
      moveElsewhere()
      isLost = false
    } else {
      hasChanged = true
    }
    // What hardly told anything is worth no more.
    if told >= Self.patience { earlier = EarlierScene(across: across, down: down) }
    unsure = 0
    told = 0
    sinceSure = nil
    learnAnew(at: pose)
  }

  /// What has been learnt is forgotten, and the last picture shows the scene at a pose.
  private mutating func learnAnew(at pose: Pose) {
    jump.forget()
    (self.pose, before, usual) = (pose, pose, nil)
    across.removeAll()
    down.removeAll()
    across.recentre(at: pose.x)
    down.recentre(at: pose.y)
  }

  /// Learns what the picture shows: of one that keeps still now and then.
  private mutating func learn() {
    let isStill =
      usual != nil && max(abs(speed.x), abs(speed.y)) < Self.stillness
      && Double(size) * max(abs(speed.turn), abs(speed.growth))
        < 2 * Self.stillness
    still = isStill ? still + 1 : 0
    guard !isStill || pictures % Self.seldom == 0 else { return }
    for strip in strips {
      let shifts = (0..<ContrastStrip.parts).map { strip.shift($0, pose) }
      if strip.isLying {
        across.learn(strip.profile, strip: strip.number, at: shifts)
      } else {
        down.learn(strip.profile, strip: strip.number, at: shifts)
      }
    }
  }
}
