import Testing

@testable import Photometry

/// Pictures that are found far from where they would be.
struct FarJumpTests {
  /// A picture that would be at one place and is found at another, across and down.
  struct Look: Sendable {
    var start: (Double, Double) = (0, 0)
    var found: (Double, Double)
    /// Pictures since one told where it is.
    var after = 1
  }

  @Test(
    arguments: [
      ("nearby it is there", [Look(found: (10, -9))], [true]),
      ("far away it is not", [Look(found: (30, 0))], [false]),
      (
        "unless it stays there", [Look(found: (40, 3)), Look(found: (43, -1))], [false, true]
      ),
      ("or goes on as far", [Look(found: (30, 3)), Look(found: (59, 5))], [false, true]),
      (
        "or goes on by as much from picture to picture, when some were hidden",
        [Look(found: (30, 3), after: 3), Look(found: (40, 4), after: 4)], [false, true]
      ),
      ("one that stops is there", [Look(start: (30, 0), found: (3, 2))], [true]),
      ("one that turns back is not", [Look(start: (30, 0), found: (9, 2))], [false]),
      (
        "noise is found elsewhere each time",
        [Look(found: (40, 3)), Look(found: (-30, 50)), Look(found: (12, -44))],
        [false, false, false]
      ),
      (
        "nor is it believed once a picture was where it would be",
        [Look(found: (40, 3)), Look(found: (1, 0)), Look(found: (40, 3))], [false, true, false]
      ),
      (
        "what turned on is where it would be then",
        [Look(found: (40, 0)), Look(found: (80, 0)), Look(start: (120, 0), found: (124, 2))],
        [false, true, true]
      ),
    ] as [(String, [Look], [Bool])])
  func `a picture that is found far away is there if the next one is`(
    name: String, looks: [Look], believed: [Bool]
  ) {
    var jump = FarJump()
    let found = looks.map { look in
      jump.isBelieved(
        ContrastMotion.Pose(x: look.found.0, y: look.found.1),
        from: [ContrastMotion.Pose(x: look.start.0, y: look.start.1)], last: ContrastMotion.Pose(),
        most: 16, after: look.after)
    }
    #expect(found == believed, "\(name)")
  }

  @Test func `what something else tells is no doubt any more`() {
    var jump = FarJump()
    func isBelieved() -> Bool {
      jump.isBelieved(
        ContrastMotion.Pose(x: 30), from: [ContrastMotion.Pose()], last: ContrastMotion.Pose(),
        most: 16, after: 1)
    }
    #expect(!isBelieved())
    jump.forget()
    #expect(!isBelieved() && isBelieved())
  }
}
