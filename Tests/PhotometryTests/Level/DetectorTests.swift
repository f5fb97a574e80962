import Photometry
import Testing

/// Samples from a marble string: `-` unlit, `#` lit, `1` to `9` a frame lit for so many tenths of its
/// exposure; 25 a second.
private func samples(
  _ marbles: String, unlit: Double = 100, lit: Double = 150, noise: [Double] = [0]
) -> [BrightnessSample] {
  marbles.enumerated().map { index, marble in
    let part = marble == "#" ? 1 : Double(String(marble)).map { $0 / 10 } ?? 0
    return BrightnessSample(
      time: Double(index) / 25,
      brightness: unlit + part * (lit - unlit) + noise[index % noise.count])
  }
}

/// A lead of darkness in which the ambient is seen, then `marbles`, and darkness again.
private func led(_ marbles: String) -> String {
  String(repeating: "-", count: 30) + marbles + String(repeating: "-", count: 10)
}

/// Events in frames from the first marble after the lead.
private func frames(_ detection: Detector.Detection) -> [Double] {
  detection.events.map { $0.time * 25 - 30 }
}

private func live(_ samples: [BrightnessSample], _ options: Detector.Options) -> Detector.Detection
{
  var detector = Detector(options: options)
  var whole = Detector.Detection()
  func take(_ part: Detector.Detection) {
    whole.samples += part.samples
    whole.events += part.events
  }
  for sample in samples { take(detector.consume(sample)) }
  take(detector.finish())
  return whole
}

private func fixed(_ level: Double) -> Detector.Options {
  Detector.Options(threshold: .level(level))
}

@Suite struct DetectorTests {
  static let letter = "####----####----############----####"

  @Test("A light that comes on and goes off between frames is timed to the middle between them")
  func betweenFrames() {
    let detection = Detector.judge(samples(led("####----####")))
    #expect(detection.events.map(\.isOn) == [true, false, true, false])
    #expect(frames(detection) == [-0.5, 3.5, 7.5, 11.5])
  }

  @Test("A frame that is lit for a part of its exposure moves the edge by as much")
  func partial() {
    let detection = Detector.judge(samples(led("8###----8###----")))
    let whole = Detector.judge(samples(led("####----####----")))
    for (part, full) in zip(frames(detection), frames(whole)) {
      #expect(part >= full && part < full + 0.3)
    }
  }

  @Test(
    "A threshold well off the middle moves the edges by less than half a frame and loses none",
    arguments: [103.0, 110, 125, 140, 147])
  func fixedThreshold(level: Double) {
    let clip = samples(led("####----3###----####7---########"), noise: [-0.2, 0.1, 0.3, -0.2])
    let automatic = Detector.judge(clip)
    for detection in [Detector.judge(clip, options: fixed(level)), live(clip, fixed(level))] {
      #expect(detection.events.map(\.isOn) == automatic.events.map(\.isOn))
      for (moved, edge) in zip(frames(detection), frames(automatic)) {
        #expect(abs(moved - edge) < 0.55)
      }
    }
  }

  @Test("A fixed threshold leaves unlit at 0, lit at 1, and is itself the middle")
  func scale() {
    for level in [105.0, 125, 145] {
      let part = (level - 100) / 50
      let clip =
        samples(led(Self.letter)) + [
          BrightnessSample(time: 9, brightness: level),
          BrightnessSample(time: 9.04, brightness: 100),
        ]
      let judged = Detector.judge(clip, options: fixed(level)).samples
      #expect(abs(judged[0].lit) < 1e-9)
      #expect(abs(judged[31].lit - 1) < 1e-9)
      #expect(abs(judged[judged.count - 2].lit - 0.5) < 1e-9)
      // Noise is stretched on the side on which the threshold is nearer.
      #expect(judged[0].deviation >= judged[31].deviation || part > 0.5)
    }
  }

  @Test(
    "A light that stays below the threshold is off, one whose ambient lies above it is not keyed",
    arguments: [155.0, 200, 99, 50])
  func beyond(level: Double) {
    let detection = Detector.judge(samples(led(Self.letter)), options: fixed(level))
    #expect(level < 150 || detection.samples.allSatisfy { $0.lit == 0 })
    #expect(detection.events.count { $0.isOn } <= (level < 150 ? 1 : 0))
  }

  @Test(
    "Levels are reported with the ambient at 100, and finite where the ambient is 0 or negative")
  func levels() {
    let bright = Detector.judge(samples(led(Self.letter))).samples
    #expect(abs((bright.first?.level ?? 0) - 100) < 1)
    #expect(abs((bright.map(\.level).max() ?? 0) - 150) < 1)
    for unlit in [0.0, -3] {
      let clip = samples(led(Self.letter), unlit: unlit, lit: unlit + 1)
      let detection = Detector.judge(clip)
      #expect(detection.events.count == 8)
      #expect(detection.samples.allSatisfy { $0.level.isFinite })
      // There the scale is the lamp's swing.
      #expect(Detector.judge(clip, options: fixed(130)).events.count == 8)
    }
  }

  @Test("A light that stays on is the new ambient, and dips of it are no light")
  func newAmbient() {
    let marbles = led(Self.letter) + String(repeating: "#", count: 200)
    let clip = samples(marbles)
    let detection = Detector.judge(clip, options: Detector.Options(recalibrateAfter: 2))
    let last = detection.events.filter { $0.time < 76 / 25.0 }
    #expect(last.map(\.isOn) == [true, false, true, false, true, false, true, false])
    #expect(detection.samples.last?.lit ?? 1 < 0.5)
    let slow = Detector.judge(clip, options: Detector.Options(recalibrateAfter: 20))
    #expect(slow.samples.last?.lit ?? 0 > 0.5)
  }

  @Test("Samples out of order and such as are no numbers are passed over")
  func faulty() {
    var clip = samples(led(Self.letter))
    clip.insert(BrightnessSample(time: 0.1, brightness: 500), at: 20)
    clip.insert(BrightnessSample(time: .nan, brightness: 500), at: 21)
    clip.insert(BrightnessSample(time: 1, brightness: .infinity), at: 22)
    #expect(Detector.judge(clip).events.count == 8)
    #expect(live(clip, Detector.Options()).events.count == 8)
  }

  @Test("What was taken for light before a far brighter one came is judged again, as unlit")
  func outgrown() {
    var detector = Detector()
    // Steps of a twentieth of the lamp's swing, then the lamp.
    let steps = String(repeating: "---#-##--#--#-###---", count: 3)
    let faint = samples(steps, lit: 102.5)
    let lamp = samples(Self.letter + "----------").map { sample in
      BrightnessSample(
        time: sample.time + Double(faint.count) / 25, brightness: sample.brightness)
    }
    var again: Detector.Detection?
    var events: [LightEvent] = []
    for sample in faint + lamp {
      let detection = detector.consume(sample)
      events += detection.events
      if detector.isOutgrown {
        let judged = detector.judgeAgain()
        again = judged
        events = judged.events
      }
    }
    events += detector.finish().events
    let judged = again?.samples.filter { $0.time < 2.4 } ?? []
    #expect(judged.count == 60)
    #expect(judged.allSatisfy { abs($0.lit) < 0.1 })
    #expect(events.count == 8)
    #expect(events.allSatisfy { $0.time > 2.3 })
  }

  @Test("What stands is not judged again")
  func settled() {
    var detector = Detector()
    for sample in samples(String(repeating: "--##", count: 20), lit: 102) {
      _ = detector.consume(sample)
    }
    detector.settle()
    var isOutgrown = false
    for sample in samples(String(repeating: "-", count: 80) + "##--##--##--##----") {
      _ = detector.consume(sample)
      isOutgrown = isOutgrown || detector.isOutgrown
    }
    #expect(!isOutgrown)
  }
}
