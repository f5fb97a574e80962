import MorseCode
import Testing

@testable import Scene

struct MotionTests {
  @Test("a swaying camera moves lamp and background by the same way, within its amplitude")
  func sway() throws {
    var scene = Scene.still(.steady(radius: 3, added: 150), seconds: 2)
    scene.motion = Motion(sway: 12, swayFrequency: 2)
    let places = scene.pictures().map { $0.light(above: 40) }
    let left = try #require(places.map(\.x).min())
    let right = try #require(places.map(\.x).max())
    #expect(left > 48 - 12.1)
    #expect(right < 48 + 12.1)
    #expect(right - left > 12)
    // The background moves along: the shift that fits best is the lamp's.
    scene.background = .textured(90, contrast: 20)
    scene.lamps = []
    let pictures = Array(scene.pictures())
    for number in [0, 11, 23, 47] {
      let expected = places[number].x - places[number + 1].x
      let expectedRow = places[number].y - places[number + 1].y
      let found = Self.shift(from: pictures[number + 1], to: pictures[number])
      #expect(abs(Double(found.x) - expected) <= 0.75)
      #expect(abs(Double(found.y) - expectedRow) <= 0.75)
    }
  }

  /// The whole-pixel shift at which the picture looks most like the other.
  private static func shift(from first: Picture, to second: Picture) -> (x: Int, y: Int) {
    var best = (x: 0, y: 0)
    var least = Double.infinity
    for y in -8...8 {
      for x in -8...8 {
        var sum = 0.0
        for row in 12..<52 {
          for column in 12..<84 {
            let moved = ((row - y) * first.width + column - x) * 3
            let difference =
              Double(second.pixels[(row * second.width + column) * 3])
              - Double(first.pixels[moved])
            sum += difference * difference
          }
        }
        if sum < least { (least, best) = (sum, (x, y)) }
      }
    }
    return best
  }

  @Test("a torch in a hand goes to and fro by what was asked for, and the background stays")
  func wander() throws {
    var scene = Scene.still(.steady(radius: 3, added: 150), seconds: 4)
    scene.lamps[0].wander = 15
    scene.lamps[0].wanderFrequency = 0.5
    let pictures = Array(scene.pictures())
    let places = pictures.map { $0.light(above: 40) }
    let (left, right) = (try #require(places.map(\.x).min()), try #require(places.map(\.x).max()))
    #expect(abs(left - 33) < 0.5)
    #expect(abs(right - 63) < 0.5)
    let (top, bottom) = (try #require(places.map(\.y).min()), try #require(places.map(\.y).max()))
    #expect(bottom - top > 10)
    #expect(bottom - top < 20.1)
    #expect(pictures[0][2, 2] == pictures[60][2, 2])
  }

  @Test("a pan takes the lamp out of sight and brings it back to its place")
  func pan() {
    var scene = Scene.still(.steady(radius: 3), seconds: 3)
    scene.motion.pans = [.init(start: 0.5, turn: 0.5, stay: 0.5, x: 80, y: 0)]
    let sums = scene.pictures().map { $0.light(above: 40) }
    #expect(sums[0].sum > 1000)
    #expect(sums[35].sum == 0)
    #expect(abs(sums[80].x - 48) < 0.05)
  }

  @Test("motion during the exposure smears the lamp along its way and loses none of its light")
  func blur() throws {
    var scene = Scene.still(.steady(radius: 3))
    scene.lamps[0].velocityX = 600
    scene.lamps[0].x = 40
    let sharp = try #require(Array(scene.pictures()).first)
    scene.motion.blurSteps = 20
    let smeared = try #require(Array(scene.pictures()).first)
    // 600 pixels a second for a sixtieth: 10 pixels.
    let columns = { (picture: Picture) in (0..<96).filter { picture[$0, 32][1] > 22 }.count }
    #expect(columns(sharp) == 6)
    #expect(abs(columns(smeared) - 16) <= 1)
    let (before, after) = (sharp.light(above: 20), smeared.light(above: 20))
    #expect(abs(after.sum / before.sum - 1) < 0.02)
    #expect(abs(after.x - before.x) < 0.1)
  }

  @Test("a boat's lamp moves at its speed while the background stays")
  func velocity() {
    var scene = Scene.still(.steady(radius: 3), seconds: 1.1)
    scene.lamps[0].velocityX = 20
    scene.lamps[0].velocityY = -5
    let places = scene.pictures().map { $0.light(above: 40) }
    #expect(abs(places[30].x - 68) < 0.1)
    #expect(abs(places[30].y - 27) < 0.1)
  }
}
