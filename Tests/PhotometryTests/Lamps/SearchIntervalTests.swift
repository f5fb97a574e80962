import Testing

@testable import Photometry

struct SearchIntervalTests {
  /// Seconds from each search to the next, in a minute at ten pictures a second.
  private static func intervals(isAwaited: Bool) -> [Double] {
    var finder = LampFinder(
      options: LampFinder.Options(
        compensatesMotion: false, searchesApart: true, isAwaited: isAwaited))
    let picture = FrameBytes(
      width: 64, height: 64, format: .gray, matrix: .bt601, range: .full, padding: 0, seed: 5)
    var times: [Double] = []
    for index in 0..<600 {
      let time = Double(index) / 10
      picture.withFrame(time: time) { _ = finder.consume($0) }
      guard let search = finder.takeSearch() else { continue }
      times.append(time)
      _ = finder.consume(search.outcome())
    }
    return zip(times.dropFirst(), times).map { (10 * ($0 - $1)).rounded() / 10 }
  }

  @Test(arguments: [24.2, 23.976, 10.3])
  func `what scene is seen is known before each search`(rate: Double) {
    var finder = LampFinder(
      options: LampFinder.Options(
        compensatesMotion: false, searchesApart: true, isAwaited: false))
    let picture = FrameBytes(
      width: 64, height: 64, format: .gray, matrix: .bt601, range: .full, padding: 0, seed: 5)
    var searches = 0
    for index in 0..<Int(100 * rate) {
      let time = Double(index) / rate
      picture.withFrame(time: time) { _ = finder.consume($0) }
      guard let search = finder.takeSearch() else { continue }
      searches += 1
      #expect(finder.lastLook == time)
      _ = finder.consume(search.outcome())
    }
    #expect(searches >= 6)
  }

  @Test func `where somebody waits, the pictures are searched once a second`() {
    let intervals = Self.intervals(isAwaited: true)
    #expect(intervals.count > 50 && intervals.allSatisfy { $0 == 1 })
  }

  @Test func `a recording is searched twice in the time that is looked back over`() {
    let intervals = Self.intervals(isAwaited: false)
    #expect(intervals.count >= 2 && intervals.allSatisfy { $0 == SignalHistory.span / 2 })
  }
}
