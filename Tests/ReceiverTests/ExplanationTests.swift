import MorseCode
import Photometry
import Scene
import Testing

@testable import Receiver

/// Each cause from a scene that has it.
@Suite struct ExplanationTests {
  private func explain(_ scene: Scene, _ options: ReceiverOptions = ReceiverOptions())
    -> Explanation
  {
    var options = options
    options.keepsFindings = true
    var receiver = RecordedReceiver(options: options)
    var survey = PictureSurvey()
    for picture in scene.pictures() {
      picture.withFrame {
        receiver.consume($0)
        survey.consume($0)
      }
    }
    _ = receiver.finish()
    return Explanation(findings: receiver.findings, survey: survey, options: options)
  }

  /// A sensor of `rate` samples a second at the lamp's place.
  private func explain(trace scene: Scene, _ options: ReceiverOptions = ReceiverOptions())
    -> Explanation
  {
    var options = options
    options.keepsFindings = true
    var receiver = RecordedReceiver(options: options)
    for sample in scene.trace() {
      receiver.consume(TraceRow(time: sample.time, value: sample.brightness), of: .luma)
    }
    _ = receiver.finish()
    return Explanation(findings: receiver.findings, survey: nil, options: options)
  }

  private func scene(
    _ text: String = "", wpm: Double = 12, added: Double = 120, fps: Double = 30,
    seconds: Double? = nil, background: Background = Background()
  ) -> Scene {
    var scene = Scene(
      width: 160, height: 120, timing: FrameTiming(rate: fps), lead: 1, tail: 1,
      fixedDuration: seconds, background: background)
    if !text.isEmpty {
      scene.lamps = [Lamp(text, speed: Speed(wpm: wpm), x: 80, y: 60, radius: 12, added: added)]
    }
    return scene
  }

  @Test func `no lamp switched`() throws {
    let explanation = explain(scene(seconds: 4))
    guard case .noLampSwitched(let samples, _, let change?) = explanation.causes.first else {
      Issue.record("\(explanation.lines)")
      return
    }
    #expect(samples == 120)
    // Tiles of 64 pixels with noise of 2 steps: a few steps at most over the recording.
    #expect(change > 0 && change < 5)
    #expect(explanation.lines.contains { $0.contains("aim at the lamp") })
  }

  @Test func `a trace in which nothing happens`() {
    let explanation = explain(trace: scene(seconds: 4))
    guard case .noLampSwitched(_, _, nil) = explanation.causes.first else {
      Issue.record("\(explanation.lines)")
      return
    }
  }

  @Test func `the picture is saturated`() {
    var bright = scene("SOS SOS", background: .flat(255))
    bright.sensor.noise = 0
    let explanation = explain(bright)
    guard case .saturated(let share) = explanation.causes.first else {
      Issue.record("\(explanation.lines)")
      return
    }
    #expect(share > 0.9)
    #expect(explanation.lines.contains { $0.contains("lower the exposure") })
  }

  @Test func `the picture is black`() {
    var dark = scene(seconds: 4, background: .flat(0))
    dark.sensor.noise = 0.5
    guard case .dark = explain(dark).causes.first else {
      Issue.record("\(explain(dark).lines)")
      return
    }
  }

  @Test func `the recording is too short`() {
    #expect(
      explain(scene("E", seconds: 0.5)).causes == [.tooShort(samples: 15, seconds: 14.0 / 30)])
  }

  @Test func `the lamp switches but not as Morse: an indicator`() {
    var blinking = scene(seconds: 12)
    blinking.distractors = [
      .light(
        .blinking(period: 0.7, from: 0.3, until: 12, x: 80, y: 60, radius: 10, added: 100))
    ]
    let explanation = explain(blinking)
    guard case .even(let flashes, let period) = explanation.causes.first else {
      Issue.record("\(explanation.lines)")
      return
    }
    #expect((14...17).contains(flashes))
    #expect(abs(period - 0.7) < 0.03)
  }

  @Test func `the lamp switches but not as Morse: at random`() {
    var random = RandomSource(seed: 3, stream: "switching")
    var events: [KeyEvent] = []
    var time = 0.5
    while time < 14 {
      events.append(KeyEvent(time: time, isDown: events.count % 2 == 0))
      time += random.uniform(0.12...0.9)
    }
    var erratic = scene(seconds: 15)
    erratic.lamps = [Lamp(events: events, x: 80, y: 60, radius: 12)]
    let explanation = explain(erratic)
    guard case .notMorse(let flashes, _, let shortest, let longest, _, _) = explanation.causes.first
    else {
      Issue.record("\(explanation.lines)")
      return
    }
    #expect(flashes > 8 && shortest < 0.3 && longest > 0.6)
    #expect(explanation.lines.contains { $0.contains("--squelch off") })
  }

  @Test(arguments: [80.0, 110])
  func `dots shorter than the frames allow`(wpm: Double) {
    // Dots of 15 and 11 ms at 25 frames a second, whose shutter is open all the time, by a hand.
    var fast = scene(fps: 25)
    var hand = KeyingStyle.straightKey
    hand.absoluteJitter = 0.3
    fast.lamps = [
      Lamp(
        "THE QUICK BROWN FOX JUMPS OVER", speed: Speed(wpm: wpm), style: hand, x: 80, y: 60,
        radius: 12)
    ]
    fast.sensor.exposure = 0.04
    let explanation = explain(fast)
    guard
      let cause = explanation.causes.first(where: {
        if case .shorterThanFrames = $0 { true } else { false }
      }), case .shorterThanFrames(_, let interval, _) = cause
    else {
      Issue.record("\(explanation.lines)")
      return
    }
    #expect(abs(interval - 0.04) < 0.001)
    #expect(explanation.lines.contains { $0.contains("30 WPM at most") })
  }

  @Test func `a threshold that the lamp does not reach`() {
    var options = ReceiverOptions()
    options.detector.threshold = .level(400)
    let explanation = explain(trace: scene("SOS SOS", added: 60), options)
    guard case .belowThreshold(let reached, 400) = explanation.causes.first else {
      Issue.record("\(explanation.lines)")
      return
    }
    #expect(abs(reached - 200) < 20)
  }

  @Test func `a light that stays on for too long`() {
    // One word a minute: dashes of 3.6 s.
    let explanation = explain(trace: scene("TT T", wpm: 1, fps: 10))
    guard case .litTooLong(let longest, 2) = explanation.causes.first else {
      Issue.record("\(explanation.lines)")
      return
    }
    #expect(abs(longest - 3.6) < 0.2)
    #expect(explanation.lines.contains { $0.contains("--recalibrate-after 6") })
  }

  @Test func `a speed outside of those given`() {
    var options = ReceiverOptions()
    options.timing.speeds = 40...60
    let explanation = explain(trace: scene("PARIS PARIS", wpm: 10, fps: 100), options)
    guard case .otherSpeed(let wpm, let text) = explanation.causes.first else {
      Issue.record("\(explanation.lines)")
      return
    }
    #expect(abs(wpm - 10) < 0.5 && text == "PARIS PARIS")
  }

  @Test func `a light that is hardly more than the noise`() {
    var faint = scene("SOS SOS SOS", added: 7)
    faint.sensor.noise = 4
    let explanation = explain(trace: faint)
    #expect(
      explanation.causes.contains {
        if case .faint(let contrast) = $0 { contrast < 2.5 } else { false }
      },
      "\(explanation.lines)")
  }

  @Test func `what was received is told with its place, levels, speed and confidence`() throws {
    let explanation = explain(scene("SOS SOS"))
    #expect(explanation.causes.isEmpty, "\(explanation.lines)")
    let fact = try #require(explanation.facts.first { $0.hasPrefix("lamp 1") })
    #expect(fact.hasPrefix("lamp 1 at 8"), "\(fact)")
    #expect(fact.contains("level 100 unlit and ") && fact.contains("18 flashes"))
    #expect(fact.contains("12 WPM") && fact.contains("% sure"), "\(fact)")
  }

  @Test func `the lamp is beyond the region that was given`() throws {
    let sos = scene("SOS SOS")
    var options = ReceiverOptions()
    options.region = Region(x: 0, y: 0, width: 40, height: 40)
    let explanation = explain(sos, options)
    guard case .outsideRegion(let within, let change, let x, let y) = explanation.causes.first
    else {
      Issue.record("\(explanation.lines)")
      return
    }
    #expect(within < 10 && change > 80)
    #expect(abs(x - 80) <= 12 && abs(y - 60) <= 12)
    #expect(explanation.lines.contains { $0.contains("leave --region out") })
    // Turned by a quarter the lamp is shown elsewhere, and that place is told.
    var turned = options
    turned.orientation = Orientation(width: 160, height: 120, quarterTurns: 1)
    guard case .outsideRegion(_, _, let right, let down) = explain(sos, turned).causes.first else {
      Issue.record("turned")
      return
    }
    #expect(abs(right - 60) <= 12 && abs(down - 80) <= 12)
  }

  @Test func `a small lamp for the meter of the whole picture`() {
    var small = scene("SOS SOS")
    small.lamps = [Lamp("SOS SOS", speed: Speed(wpm: 12), x: 80, y: 60, radius: 2, added: 120)]
    var options = ReceiverOptions()
    options.meter = .frame
    let explanation = explain(small, options)
    guard case .smallForPicture(let change) = explanation.causes.first else {
      Issue.record("\(explanation.lines)")
      return
    }
    #expect(change > 10)
    #expect(explanation.lines.contains { $0.contains("leave --meter frame out") })
  }

  /// A place that was lit during `spans`, filmed 15 times a second for a minute.
  private func finding(lit spans: [ClosedRange<Double>], isJudged: Bool = true) -> Finding {
    let samples = (0..<900).map { index in
      let time = Double(index) / 15
      let part = spans.contains { $0.contains(time) } ? 1.0 : 0
      return LightSample(time: time, level: 100 + 100 * part, lit: part, deviation: 0.02)
    }
    let events = spans.flatMap {
      [
        LightEvent(time: $0.lowerBound, isOn: true, level: 200),
        LightEvent(time: $0.upperBound, isOn: false, level: 100),
      ]
    }
    return Finding(samples: samples, events: isJudged ? events : [], characters: [])
  }

  @Test func `a light that stays on is the cause, though another place flashed a few times`() {
    let few = finding(lit: [2...2.5, 20...20.5, 33...33.5])
    let long = finding(lit: [2...6, 10...14, 20...24], isJudged: false)
    func causes(_ findings: [Finding]) -> [Cause] {
      Explanation(findings: findings, survey: nil, options: ReceiverOptions()).causes
    }
    #expect(causes([few]) == [.tooFew(flashes: 3)])
    guard case .litTooLong(let longest, 2) = causes([few, long]).first else {
      Issue.record("\(causes([few, long]))")
      return
    }
    #expect(abs(longest - 4) < 0.2)
  }

  @Test func `flashes near a frame's length: perhaps there are too few frames`() throws {
    var spans: [ClosedRange<Double>] = []
    for index in 0..<20 {
      let begin = 2 + Double(index) * 1.7 + Double(index * index % 7) * 0.1
      spans.append(begin...begin + (index % 4 == 0 ? 0.07 : 0.3 + Double(index % 5) * 0.1))
    }
    let explanation = Explanation(
      findings: [finding(lit: spans)], survey: nil, options: ReceiverOptions())
    guard case .notMorse(_, _, _, _, _, let frame?) = explanation.causes.first else {
      Issue.record("\(explanation.lines)")
      return
    }
    #expect(abs(frame - 1.0 / 15) < 0.001)
    #expect(explanation.lines.contains { $0.contains("faster than 18 WPM, record more frames") })
  }
}
