import Testing

@testable import Photometry

/// Pictures that are found far from where they would be.
struct FarJumpTests {
  /// A picture that would be at one place and is found at another, across and down.
  struct Look: Sendable {
    var start: (Double, Double) = (0, 0)
    var found: (Double, Double)
  }

  @Test(
    arguments: [
      ("nearby it is there", [Look(found: (10, -9))], [true]),
      ("far away it is not", [Look(found: (40, 0))], [false]),
      (
        "unless it stays there", [Look(found: (40, 3)), Look(found: (44, -1))], [false, true]
      ),
      ("or goes on as far", [Look(found: (40, 3)), Look(found: (79, 5))], [false, true]),
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
        from: [ContrastMotion.Pose(x: look.start.0, y: look.start.1)], most: 16)
    }
    #expect(found == believed, "\(name)")
  }
}
