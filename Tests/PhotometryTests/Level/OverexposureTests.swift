import Photometry
import Testing

/// Judged samples from a marble string: `-` unlit, `#` lit, `1` to `9` lit for so many tenths, `?` covered;
/// 25 a second.
private func judged(_ marbles: String) -> Detector.Detection {
  Detector.Detection(
    samples: marbles.enumerated().map { index, marble in
      let lit =
        marble == "#" ? 1 : marble == "?" ? 0.5 : Double(String(marble)).map { $0 / 10 } ?? 0
      return LightSample(
        time: Double(index) / 25, level: 100 + 50 * lit, lit: lit,
        deviation: marble == "?" ? 1 : 0.01)
    })
}

private func marbles(_ samples: [LightSample]) -> String {
  samples.map { sample in
    if sample.deviation == 1 { return "?" }
    let tenths = Int((10 * sample.lit).rounded())
    return tenths == 0 ? "-" : tenths == 10 ? "#" : String(tenths)
  }.joined()
}

@Suite struct OverexposureTests {
  @Test(arguments: [
    ("-####----####--", 2, "-##------##----"),
    ("-###4----", 1, "-##4-----"),
    // What is left of its fading is no mark of its own.
    ("-####42--###", 1, "-###6----###"),
    ("-####-###-", 0.5, "-###5-##5-"),
    ("--#--", 3, "-----"),
    ("-##-####-", 3, "----#----"),
    ("####", 2, "####"),
    // Under what covers it a mark does not end.
    ("-##??##--", 1, "-##??#---"),
    ("-###??---", 2, "-###??---"),
  ])
  func `marks end earlier by the time that a light outshines the picture`(
    before: String, samples: Double, after: String
  ) {
    #expect(marbles(judged(before).endingMarksEarlier(by: samples / 25)) == after)
  }

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
