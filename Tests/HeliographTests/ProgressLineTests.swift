import Testing

@testable import heliograph

@Suite struct ProgressLineTests {
  @Test func `position, part, speed and what is left`() {
    var position = ProgressBoard.Position()
    position.count = 1
    position.name = "clip.mp4"
    position.time = 754
    position.decoded = 754
    position.length = 3600
    position.part = 754.0 / 3600
    #expect(
      ProgressLine.text(position, elapsed: 20, columns: 80)
        == "clip.mp4  12:34 of 1:00:00  20 %  38x  1:16 left")
    #expect(ProgressLine.text(position, elapsed: 20, columns: 46).hasPrefix("12:34 of "))
    #expect(ProgressLine.text(position, elapsed: 20, columns: 20).count == 20)
  }

  @Test func `several recordings are counted, those that run by their part`() {
    let board = ProgressBoard(paths: ["a", "b", "c", "d"])
    board.update(0, time: 50)
    board.finish(0)
    board.update(1, time: 10, length: 20)
    let position = board.position
    #expect(position.part == 1.5 / 4)
    #expect(
      ProgressLine.text(position, elapsed: 10, columns: 80)
        == "1 of 4 recordings  37 %  6.0x  0:17 left")
  }

  @Test func `a pipe has neither an end nor a part`() {
    let board = ProgressBoard(paths: ["-"])
    board.update(0, time: 61)
    #expect(ProgressLine.text(board.position, elapsed: 61, columns: 80) == "-  1:01  1.0x")
  }

  @Test
  func `what has been seen to its end is still to be read, and that takes as long as it takes`() {
    let board = ProgressBoard(paths: ["a.csv"])
    board.update(0, time: 3600, part: 1)
    board.judge(0)
    #expect(
      ProgressLine.text(board.position, elapsed: 10, columns: 80)
        == "a.csv  1:00:00  99 %  360x  now reading its text")
  }
}
