/// What was known of a scene until nothing told for a while where the camera is, and what is seen was taken for another: a lens
/// that looks for its focus hides what is there for a second, in which a hand goes on. Where it is seen once more, all is where
/// it was.
struct EarlierScene: Sendable {
  let across: StripReference
  let down: StripReference
  private var jump = FarJump()
  /// Pictures since.
  private var pictures = 0

  /// Pictures after which it is forgotten: at 30 a second five seconds, in which a lens has long found its focus.
  private static let most = 150

  init(across: StripReference, down: StripReference) {
    (self.across, self.down) = (across, down)
  }

  /// Counts a picture, whatever it shows, but for one that is there once more; nil where it was one too many.
  func aged() -> EarlierScene? {
    guard pictures < Self.most else { return nil }
    var aged = self
    aged.pictures += 1
    return aged
  }

  /// Where it is in a picture, which would be at `pose`; nil where it is not seen.
  /// - Parameter size: of the picture, in pixels.
  mutating func find(
    _ strips: inout [ContrastStrip], from pose: ContrastMotion.Pose, size: Int
  ) -> ContrastSearch.Best? {
    let far = ContrastMotion.far(size: size)
    let aside = ContrastMotion.farAside
    strips.match(across, down, from: pose, reach: far + aside)
    let search = ContrastSearch(strips: strips)
    guard
      let best = search.best(
        from: pose, reach: far, turns: aside, step: ContrastMotion.step(size: size)),
      search.tells(best),
      jump.isBelieved(
        best.pose, from: [pose], last: pose, most: ContrastMotion.doubtful * Double(size),
        after: pictures)
    else { return nil }
    return best
  }
}
