import Testing

@testable import Photometry

struct SceneChangesTests {
  /// A scene of patches of several tiles, of another seed for another scene, shifted by so many tiles.
  private static func scene(_ seed: Int, shift: Double = 0) -> @Sendable (Int, Int) -> Double {
    return { column, row in
      let x = Double(column) + shift
      func patch(_ column: Double) -> Double {
        var random = SplitMix(seed: UInt64(seed * 1000 + row / 5 * 40 + Int(column / 5)))
        return Double.random(in: 40...160, using: &random)
      }
      let part = x.truncatingRemainder(dividingBy: 5) / 5
      return patch(x) * (1 - part) + patch(x + 5) * part
    }
  }

  @Test(arguments: [3.0, 3.1, 3.2])
  func `a cut is told to the picture`(_ time: Double) throws {
    var film = Film()
    film.show(time, Self.scene(1))
    film.show(2.5, Self.scene(2))
    let change = try #require(film.last())
    #expect(abs(change.begin - time) < 0.01)
    #expect(abs(change.end - (time - 1 / Film.rate)) < 0.01)
  }

  /// A scene of little contrast between a film's black bars, `rows` of tiles high.
  private static func barred(
    _ scene: @escaping @Sendable (Int, Int) -> Double, rows: Int, contrast: Double = 0.25
  ) -> @Sendable (Int, Int) -> Double {
    { column, row in
      (rows..<45 - rows).contains(row) ? 100 + contrast * (scene(column, row) - 100) : 16
    }
  }

  /// Of five tiles are the cells: the edge of what is lower, or higher, goes through some.
  @Test(arguments: [(0, 0.25), (4, 0.25), (5, 0.25), (9, 0.25), (6, 0.2), (7, 0.2)])
  func `a cut between black bars is told`(_ rows: Int, contrast: Double) throws {
    var film = Film()
    film.show(3, Self.barred(Self.scene(1), rows: rows, contrast: contrast))
    #expect(film.last() == nil)
    film.show(2.5, Self.barred(Self.scene(2), rows: rows, contrast: contrast))
    let change = try #require(film.last())
    #expect(abs(change.begin - 3) < 0.01)
  }

  @Test(arguments: [0.3, 0.6, 1.2])
  func `a scene in which a lamp makes the picture white is one, until another comes back`(
    _ mark: Double
  ) throws {
    var film = Film()
    film.show(3, Self.scene(1))
    let begun = film.time
    for _ in 0..<5 {
      film.show(mark, Self.scene(2))
      film.show(mark) { _, _ in 240 }
    }
    #expect(abs(try #require(film.last()).begin - begun) < 0.01)
    let back = film.time
    film.show(2.5, Self.scene(1))
    #expect(abs(try #require(film.last()).begin - back) < 0.01)
  }

  @Test(arguments: [true, false])
  func `a camera that turned far is in its scene as long as it is known where it is`(isTold: Bool) {
    var film = Film()
    film.show(4, isTold: isTold, Self.scene(1))
    film.turn(60)
    film.show(3, isTold: isTold, Self.scene(1))
    #expect((film.last() == nil) == isTold)
  }

  /// Each look is like the one before it, and the darkest are like the card.
  @Test(arguments: [0.5, 1, 1.5])
  func `a scene that comes up after a title has begun`(fade: Double) throws {
    var film = Film()
    film.show(3) { column, row in row / 4 == 5 && column / 5 % 2 == 0 ? 80 : 20 }
    film.show(0.5) { _, _ in 0 }
    let begin = film.time
    for step in 0..<Int(fade * Film.rate) {
      let part = Double(step) / (fade * Film.rate)
      film.show(1 / Film.rate) { 0.4 * part * Self.scene(1)($0, $1) }
    }
    film.show(2.5) { 0.4 * Self.scene(1)($0, $1) }
    let change = try #require(film.last())
    #expect((begin - 0.01...begin + fade + 0.01).contains(change.begin))
  }

  @Test func `an even scene after a few words on an even ground is another`() throws {
    var film = Film()
    // Words of 60 steps on 30, in a tenth of the picture; a wall of bricks, of 84 to 100.
    film.show(4) { column, row in (12..<20) ~= row && (20..<60) ~= column ? 90 : 30 }
    film.show(4) { column, row in 84 + 8 * Double((column / 5 + row / 5 * 7) % 3) }
    #expect(abs(try #require(film.last()).begin - 4) < 0.01)
  }

  /// Tiles across and down: what lies beside it, lit by it a little, is two thirds of the picture, or half of it.
  @Test(arguments: [(40, 30), (45, 40)])
  func `what is cut on a screen is no scene of its own`(_ screen: (across: Int, down: Int)) {
    var film = Film()
    for cut in 0..<4 {
      film.show(2.6) { column, row in
        let isScreen =
          column >= 20 && column < 20 + screen.across && row >= 3 && row < 3 + screen.down
        return isScreen
          ? Self.scene(10 + cut)(column, row)
          : (0.3 + 0.02 * Double(cut)) * Self.scene(1)(column, row)
      }
    }
    #expect(film.last() == nil)
  }

  @Test func `what changes by and by is one scene`() {
    var film = Film()
    for step in 0..<600 {
      let part = Double(step) / 600
      film.show(1 / Film.rate) {
        (1 - part) * Self.scene(1)($0, $1) + part * Self.scene(2)($0, $1)
      }
      guard film.last() == nil else {
        Issue.record("another scene after \(film.time) s")
        return
      }
    }
  }

  @Test func `what is seen for less than two seconds is no scene of its own, but at the end`() {
    var film = Film()
    film.show(5, Self.scene(1))
    film.show(1.5, Self.scene(2))
    #expect(film.last() == nil)
    #expect(film.last(isFinal: true) != nil)
    film.show(1, Self.scene(1))
    #expect(film.last(isFinal: true) == nil)
  }

  @Test func `what comes back after another scene begins anew`() throws {
    var film = Film()
    film.show(3, Self.scene(1))
    film.show(4, Self.scene(2))
    #expect(abs(try #require(film.last()).begin - 3) < 0.01)
    film.show(1, Self.scene(1))
    #expect(abs(try #require(film.last()).begin - 3) < 0.01)
    #expect(abs(try #require(film.last(isFinal: true)).begin - 7) < 0.01)
    film.show(1.5, Self.scene(1))
    #expect(abs(try #require(film.last()).begin - 7) < 0.01)
  }

  @Test func `what was not seen in the last half minute is forgotten`() {
    var film = Film()
    film.show(3, Self.scene(1))
    film.show(35, Self.scene(2))
    #expect(film.last(isFinal: true) == nil)
  }

  @Test(arguments: [0.0, 3])
  func `a lamp that fills the picture makes no other scene`(_ lead: Double) {
    var film = Film()
    film.show(lead, Self.scene(1))
    // At 3 WPM: N, and a pause between words.
    for _ in 0..<3 {
      for (isLit, seconds) in [(true, 1.2), (false, 0.4), (true, 0.4), (false, 2.8)] {
        let dark = Self.scene(1)
        film.show(seconds) { isLit ? min(255, dark($0, $1) + 170) : dark($0, $1) }
        #expect(film.last() == nil)
      }
    }
    film.show(0.5) { _, _ in 255 }
    #expect(film.last(isFinal: true) == nil)
  }

  @Test(arguments: [0.1, 0.12, 0.15, 0.2])
  func `a torch that lights a dark and even room is in its scene`(dot: Double) {
    var film = Film()
    let room = { (column: Int, row: Int) in 27 + 2 * Double((column / 5 + row / 5) % 2) }
    func lit(_ part: Double) -> (Int, Int) -> Double {
      { column, row in
        let away = Double((column - 35) * (column - 35) + (row - 22) * (row - 22))
        return min(255, room(column, row) + part * (16 + 800 / (1 + away / 6)))
      }
    }
    film.show(2.2, room)
    for mark in 0..<40 {
      film.show(1 / Film.rate, lit(0.2))
      film.show(mark % 3 == 0 ? 3 * dot : dot, lit(1))
      film.show(mark % 4 == 0 ? 3 * dot : dot, room)
      #expect(film.last() == nil, "after \(film.time) s")
    }
  }

  @Test func `what moves on behind a picture that is white all over is one scene`() {
    var film = Film()
    film.show(3, Self.scene(1))
    for step in 1...8 {
      film.show(0.5) { _, _ in 245 }
      film.show(1, Self.scene(1, shift: Double(step)))
      #expect(film.last(isFinal: true) == nil, "after \(film.time) s")
    }
    // Behind a black one another begins: a camera is taken out of a pocket.
    film.show(3) { _, _ in 10 }
    let begin = film.time
    film.show(3, Self.scene(1))
    #expect(film.last().map { abs($0.begin - begin) < 0.01 } ?? false)
  }

  /// What the same scene may look like, after a look as it is.
  private static let same: [(String, @Sendable (Int, Int) -> Double)] = [
    ("at half the exposure", { scene(1)($0, $1) / 2 }),
    ("swaying by 16 pixels", scene(1, shift: 2)),
    ("with a glow over a fifth of it", { min(255, scene(1)($0, $1) + ($0 < 16 ? 100 : 0)) }),
    ("behind a person who walks by", { 30..<45 ~= $0 ? 20 : scene(1)($0, $1) }),
    ("at a quarter of the exposure, rounded", { (scene(1)($0, $1) / 12).rounded() * 3 }),
  ]

  @Test(arguments: same.indices)
  func `a scene that looks a little different is the same`(_ index: Int) {
    var film = Film()
    film.show(3, Self.scene(1))
    film.show(3, Self.same[index].1)
    #expect(film.last(isFinal: true) == nil, "\(Self.same[index].0)")
  }

  @Test func `a camera that turns slowly makes no other scene`() {
    var film = Film()
    for step in 0..<60 { film.show(0.25, Self.scene(1, shift: Double(step))) }
    #expect(film.last(isFinal: true) == nil)
  }

  @Test func `a change is told once, and a scene that comes back is known again`() throws {
    var film = Film()
    film.show(3, Self.scene(1))
    film.show(3, Self.scene(2))
    let second = try #require(film.last()).scene
    film.show(3, Self.scene(1))
    let back = try #require(film.last()).scene
    #expect(back == 0 && second != back)
    film.show(3, Self.scene(2))
    #expect(try #require(film.last()).scene == second)
  }

  @Test func `one look alone at the end is a blur`() {
    var film = Film()
    film.show(3, Self.scene(1))
    film.show(0.2, Self.scene(2))
    #expect(film.last(isFinal: true) == nil)
  }

  @Test func `a camera that turns and is followed keeps its scene, however fast`() {
    var film = Film()
    film.show(3, Self.scene(1))
    film.turn(20)
    film.show(3, Self.scene(1))
    #expect(film.last(isFinal: true) == nil)
  }

  @Test func `where time begins anew, so does what is known`() {
    var film = Film()
    film.show(3, Self.scene(1))
    film.time = 0
    film.show(3, Self.scene(2))
    #expect(film.last(isFinal: true) == nil)
  }

  @Test func `a picture as small as a lamp shows no scene`() {
    let map = SignalMap(columns: 9, rows: 9, hasChroma: false)
    var changes = SceneChanges()
    var moments: [SignalHistory.Moment] = []
    for index in 0..<200 {
      moments.append(
        SignalHistory.Moment(
          time: Double(index) / Film.rate, exposure: nil, gain: 1, mean: 100,
          view: TileView(firstColumn: 0, firstRow: 0, columns: 9, rows: 9), restX: 0, restY: 0,
          stored: [UInt16](repeating: index < 100 ? 0 : 60000, count: map.count)))
      changes.look(at: moments[index], map, isTold: false)
    }
    #expect(changes.last(moments, map, isFinal: true) == nil)
  }
}
