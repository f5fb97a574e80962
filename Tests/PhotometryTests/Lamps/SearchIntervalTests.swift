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

  /// When so many pictures, ten a second, of a recording are searched.
  private static func searches(
    of pictures: Int, width: Int, height: Int, compensatesMotion: Bool, _ gray: (Int) -> [UInt8]
  ) -> [Double] {
    var finder = LampFinder(
      options: LampFinder.Options(
        compensatesMotion: compensatesMotion, searchesApart: true, isAwaited: false))
    var times: [Double] = []
    for index in 0..<pictures {
      let time = Double(index) / 10
      FrameBytes(width: width, height: height, gray: gray(index)).withFrame(time: time) {
        _ = finder.consume($0)
      }
      guard let search = finder.takeSearch() else { continue }
      times.append(time)
      _ = finder.consume(search.outcome())
    }
    return times
  }

  /// Of pictures of which a corner is bright in some of the seconds.
  private static func searches(bright: ClosedRange<Int>...) -> [Double] {
    searches(of: 600, width: 64, height: 64, compensatesMotion: false) { index in
      var gray = (0..<64 * 64).map { UInt8(60 + ($0 * 7 + index * 13) % 5) }
      if bright.contains(where: { $0.contains(index / 10) }) {
        for y in 32..<40 { for x in 32..<40 { gray[y * 64 + x] = 200 } }
      }
      return gray
    }
  }

  @Test func `a recording is searched again soon where a light went on and off a few times`() {
    let quiet = Self.searches()
    let sent = Self.searches(bright: 5...5, 7...7, 9...9, 13...13)
    #expect(quiet.count >= 3)
    #expect(
      sent[0] == quiet[0] && sent[1] < quiet[1] - 5 && quiet[1] - quiet[0] == SignalHistory.span / 2
    )
  }

  /// Of fifteen seconds in which a light goes across, on and off each half second or lit all the time.
  private static func searches(ofMovingLightThatIsSwitched isSwitched: Bool) -> [Double] {
    searches(of: 150, width: 320, height: 240, compensatesMotion: true) { index in
      var gray = (0..<320 * 240).map { UInt8(60 + ($0 * 7 + $0 / 320 * 13 + index * 11) % 5) }
      if index >= 20, !isSwitched || index / 5 % 2 == 0 {
        let left = 20 + 6 * index / 10
        for y in 120..<126 { for x in left..<left + 6 { gray[y * 320 + x] = 220 } }
      }
      return gray
    }
  }

  @Test func `a recording is searched soon where a light that moves looks switched`() {
    // Four seconds after the first search, rather than as long after it as that came.
    let soon = 11.0..<14
    #expect(Self.searches(ofMovingLightThatIsSwitched: true).contains(where: soon.contains))
    #expect(!Self.searches(ofMovingLightThatIsSwitched: false).contains(where: soon.contains))
  }
}
