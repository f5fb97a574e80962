import Testing

@testable import heliograph

@Suite struct TerminalViewTests {
  private static var state: TerminalViewState {
    var state = TerminalViewState()
    state.camera = "Test camera, YUYV 640x480"
    state.frameRate = 29.97
    state.missed = 3
    state.level = 131.4
    state.threshold = 103
    state.isOn = true
    state.wpm = 17.6
    state.text = "CQ CQ DE "
    state.provisional = "HG"
    state.map = TerminalViewMap(
      cells: (0..<12).map { _ in 10 }, columns: 4,
      lamps: [TerminalViewMap.Lamp(x: 1, y: 0, isOn: true)])
    return state
  }

  /// What is seen: without the control sequences of styles.
  static func plain(_ line: String) -> String {
    var plain = ""
    var isSequence = false
    for character in line {
      if character == "\u{1b}" {
        isSequence = true
      } else if !isSequence {
        plain.append(character)
      } else if character.isLetter {
        isSequence = false
      }
    }
    return plain
  }

  @Test(arguments: [
    (80, 24), (40, 12), (10, 5), (20, 1), (200, 100), (80, 4), (80, 3), (9, 9), (80, 0),
  ])
  func noLineIsLongerThanTheScreenAndNoMoreThanFit(width: Int, height: Int) {
    let lines = TerminalView(state: Self.state).lines(width: width, height: height)
    #expect(lines.count <= height)
    #expect(lines.allSatisfy { TerminalStyle.width(Self.plain($0)) <= width })
  }

  @Test func everythingIsShownWhereThereIsRoom() {
    let shown = TerminalView(state: Self.state).lines(width: 80, height: 24)
      .map(Self.plain).joined(separator: "\n")
    for part in [
      "30.0 frames a second, 3 missed, Test camera", " ON ", "18 WPM", "level 131.4",
      "threshold 103.0", "sensitivity auto", "CQ CQ DE HG", "q quit", "●",
    ] { #expect(shown.contains(part)) }
  }

  @Test func whatIsNotCertainIsDimmed() {
    let lines = TerminalView(state: Self.state).lines(width: 80, height: 24)
    #expect(lines.contains("CQ CQ DE \u{1b}[2mHG\u{1b}[0m"))
  }

  @Test func theEndOfALongTextIsShown() {
    var state = Self.state
    state.text = String(repeating: "PARIS ", count: 100) + "END\n"
    let lines = TerminalView(state: state).lines(width: 20, height: 5).map(Self.plain)
    #expect(lines.contains { $0.hasSuffix("PARIS END HG") && $0.count == 20 })
  }

  @Test func textCannotMoveTheCursor() {
    var state = Self.state
    state.camera = "Camera\u{1b}[2J\u{7}"
    state.note = "a\u{1b}[Hb"
    let shown = TerminalView(state: state).lines(width: 80, height: 24).joined()
    #expect(!shown.contains("\u{1b}[2J"))
    #expect(!shown.contains("\u{1b}[H"))
    #expect(!shown.contains("\u{7}"))
  }

  @Test func aNoteTakesThePlaceOfTheKeys() {
    var state = Self.state
    state.note = "the camera was unplugged"
    let lines = TerminalView(state: state).lines(width: 80, height: 24).map(Self.plain)
    #expect(lines.last == "the camera was unplugged")
  }

  @Test func theLeastImportantGoesFirst() {
    let view = TerminalView(state: Self.state)
    #expect(!view.lines(width: 80, height: 7).joined().contains("●"))
    #expect(!view.lines(width: 80, height: 4).joined().contains("quit"))
    #expect(Self.plain(view.lines(width: 80, height: 1).joined()).hasPrefix(" ON "))
  }
}

@Suite struct TerminalViewMeterTests {
  /// On a logarithmic scale of 80 to 120 in 26 columns, 100 is at column 14, 103 at 16 and 110 at 20.
  @Test(arguments: [
    (90.0, "[========      | !         ] 80 to 120"),
    (100.0, "[==============| !         ] 80 to 120"),
    (110.0, "[==============|=!====     ] 80 to 120"),
  ])
  func theAmbientAndTheThresholdAreMarked(level: Double, line: String) {
    #expect(TerminalViewMeter(level: level, threshold: 103).line(width: 38) == line)
  }

  @Test func theScaleFollowsTheLight() {
    #expect(TerminalViewMeter(level: 101, threshold: 103).line(width: 40).hasSuffix(" 80 to 120"))
    #expect(TerminalViewMeter(level: 900, threshold: 103).line(width: 40).hasSuffix(" 80 to 1000"))
  }

  @Test(arguments: [-5, 0, .infinity, .nan, 1e300])
  func anyLevelIsShown(level: Double) {
    #expect(TerminalViewMeter(level: level, threshold: 103).line(width: 40).count <= 40)
  }
}

@Suite struct TerminalViewMapTests {
  @Test func thePictureIsShadedAndTheLampMarked() {
    let map = TerminalViewMap(
      cells: [0, 0, 1, 1], columns: 2, lamps: [.init(x: 0, y: 1, isOn: false)])
    let lines = map.lines(width: 4, height: 2).map(TerminalViewTests.plain)
    #expect(lines == ["    ", "○███"])
  }

  @Test func aLampOutsideIsShownAtTheEdge() {
    let map = TerminalViewMap(
      cells: [0, 0, 0, 0], columns: 2, lamps: [.init(x: 7, y: -3, isOn: true)])
    #expect(map.lines(width: 4, height: 2).map(TerminalViewTests.plain) == ["   ●", "    "])
  }

  @Test func noPictureIsNoMap() {
    #expect(TerminalViewMap(cells: [], columns: 0, lamps: []).lines(width: 9, height: 9).isEmpty)
  }
}

@Suite struct TerminalScreenTests {
  private static let size = TerminalScreen.Size(columns: 80, rows: 24)

  @Test func rowsAreSetAsideOnceAndGivenBack() {
    var screen = TerminalScreen()
    let first = screen.draw(["a", "b"], size: Self.size)
    #expect(first.contains("\u{1b}[1;22r"))
    #expect(first.contains("\u{1b}[23;1H\u{1b}[2Ka\u{1b}[24;1H\u{1b}[2Kb"))
    #expect(!screen.draw(["c", "d"], size: Self.size).contains("r\u{1b}8"))
    #expect(screen.finish() == TerminalScreen.reset)
    #expect(screen.finish().isEmpty)
  }

  @Test func aNewSizeIsSetUpAnew() {
    var screen = TerminalScreen()
    _ = screen.draw(["a", "b"], size: Self.size)
    let smaller = screen.draw(["a", "b"], size: TerminalScreen.Size(columns: 40, rows: 10))
    #expect(smaller.hasPrefix(TerminalScreen.reset))
    #expect(smaller.contains("\u{1b}[1;8r"))
  }

  @Test func aScreenThatIsTooLowIsLeftAlone() {
    var screen = TerminalScreen()
    #expect(screen.draw(["a", "b"], size: TerminalScreen.Size(columns: 80, rows: 2)).isEmpty)
    #expect(TerminalScreen.room(in: TerminalScreen.Size(columns: 80, rows: 3)) == 0)
  }

  @Test(
    arguments: [
      ("+", TerminalKey.moreSensitive), ("-", .lessSensitive), ("r", .recalibrate), ("q", .quit),
      ("x", nil),
    ] as [(Character, TerminalKey?)])
  func keysMeanWhatTheViewSays(key: Character, meaning: TerminalKey?) {
    #expect(key.asciiValue.flatMap { TerminalKey($0) } == meaning)
  }
}
