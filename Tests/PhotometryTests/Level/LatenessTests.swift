import Photometry
import Testing

@Suite struct LatenessTests {
  @Test(arguments: [
    (mark: 5, gap: 1, late: 2.0), (mark: 6, gap: 3, late: 1.5), (mark: 5, gap: 4, late: nil),
    (mark: 3, gap: 5, late: nil),
  ])
  func `marks are late by half of what they are longer than gaps`(
    mark: Int, gap: Int, late: Double?
  ) throws {
    let dot = String(repeating: "#", count: mark) + String(repeating: "-", count: gap)
    let rest = String(repeating: "-", count: 40)
    let trace = (rest + String(repeating: dot, count: 8) + rest).enumerated().map {
      BrightnessSample(time: Double($0) / 25, brightness: $1 == "#" ? 150 : 100)
    }
    let found = Detector.judge(trace).lateness
    if let late {
      #expect(abs(try #require(found) * 25 - late) < 0.1)
    } else {
      #expect(found == nil)
    }
  }
}
