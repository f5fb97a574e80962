/// Tells whether a camera that is told to turn stands, and holds it there while it does.
///
/// What falls, drifts, sways or drives through a scene may be all that has contrast in it, and so be taken for it. But where the
/// camera stands, what does not move looks as it did, tile by tile, and not as what would have come there. So each tile has a vote,
/// whenever the camera is told to have turned by so much that each has another's place.
struct StandingScene: Sendable {
  /// Where the contents are, in pixels, while the camera is held to stand; nil while it is where it is told to be.
  private(set) var held: Place?
  /// How much farther the contents are than is told, from when the camera was held.
  private var offset = Place()
  /// A picture: mean luma of its tiles, row by row, and where the camera was told to be.
  private var known: (luma: [Float], columns: Int, pose: Constellation.Pose)?
  /// Those of the last times count by halves.
  private var votes = Votes()

  /// Pixels across and down.
  struct Place: Hashable, Sendable {
    var x = 0.0
    var y = 0.0
  }

  private struct Votes {
    var standing = 0.0
    var moved = 0.0
    /// By how many standard deviations more are for standing, where each may as well be for either.
    var lead: Double { (standing - moved) / max(1, standing + moved).squareRoot() }
  }

  /// Tiles by which the camera must have turned.
  private static let far = 2.0
  /// Tiles by which the picture may have grown or turned at its sides meanwhile.
  private static let near = 1.0
  /// Steps between how a tile was and what would have come there, above which it has a vote: a codec rounds by as much.
  private static let least: Float = 1
  /// Standard deviations: five are chance once in three million times.
  private static let sure = 5.0

  /// Where the contents are, which are told to be somewhere.
  func place(_ x: Double, _ y: Double) -> Place { held ?? Place(x: x + offset.x, y: y + offset.y) }

  /// Takes a picture's tiles, and where the camera is told to be.
  mutating func consume(_ luma: [Float], columns: Int, at pose: Constellation.Pose) {
    guard let known, known.luma.count == luma.count, known.columns == columns,
      Self.bend(from: known.pose, to: pose) * Double(columns) / 2 < Self.near
    else {
      known = (luma, columns, pose)
      return
    }
    let side = Double(TileGrid.side)
    let (across, down) = ((pose.x - known.pose.x) / side, (pose.y - known.pose.y) / side)
    guard max(abs(across), abs(down)) >= Self.far else { return }
    count(luma, known.luma, columns, across, down)
    if held == nil, votes.lead > Self.sure {
      held = place(known.pose.x, known.pose.y)
    } else if let place = held, votes.lead < -Self.sure {
      offset = Place(x: place.x - known.pose.x, y: place.y - known.pose.y)
      held = nil
    }
    self.known = (luma, columns, pose)
  }

  /// Takes it that the contents which are told to be at `pose` are at `place`.
  mutating func move(to place: Place, from pose: Constellation.Pose) {
    offset = Place(x: place.x - pose.x, y: place.y - pose.y)
    known = nil
  }

  /// Forgets where the camera was told to be: from now on that is of another scene.
  mutating func begin() { (known, votes) = (nil, Votes()) }

  private static func bend(from one: Constellation.Pose, to other: Constellation.Pose) -> Double {
    max(abs(other.along - one.along), abs(other.across - one.across))
  }

  /// Counts the tiles that look more like what was there, and those that look more like what would have come there.
  private mutating func count(
    _ luma: [Float], _ known: [Float], _ columns: Int, _ across: Double, _ down: Double
  ) {
    votes = Votes(standing: votes.standing / 2, moved: votes.moved / 2)
    // The known tiles of which each is made that has come, and how much of those to the right and below.
    let (left, top) = ((-across).rounded(.down), (-down).rounded(.down))
    let (right, bottom) = (Float(-across - left), Float(-down - top))
    let rows = luma.count / columns
    guard abs(left) < Double(columns), abs(top) < Double(rows) else { return }
    let (fromColumn, fromRow) = (Int(left), Int(top))
    let sum = known.reduce(0, +)
    let gain = sum > 0 ? luma.reduce(0, +) / sum : 1
    for row in max(0, -fromRow)..<max(0, min(rows, rows - 1 - fromRow), -fromRow) {
      for column in max(
        0, -fromColumn)..<max(
          0, min(columns, columns - 1 - fromColumn), -fromColumn)
      {
        let index = row * columns + column
        let from = index + fromRow * columns + fromColumn
        let above = known[from] * (1 - right) + known[from + 1] * right
        let below = known[from + columns] * (1 - right) + known[from + columns + 1] * right
        let come = gain * (above * (1 - bottom) + below * bottom)
        let nearer = abs(luma[index] - come) - abs(luma[index] - gain * known[index])
        if nearer > Self.least { votes.standing += 1 }
        if nearer < -Self.least { votes.moved += 1 }
      }
    }
  }
}
