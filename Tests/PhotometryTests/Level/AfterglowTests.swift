import MorseCode
import Testing

@testable import Photometry

/// What a light that lags behind its key shows: a pole of the first order with a time constant, in seconds, for
/// either way, and a sensor that is white at `white`.
private func glowing(
  _ events: [KeyEvent], rate: Double, rise: Double, fall: Double, white: Double = .infinity,
  noise: Double = 0.3, seconds: Double
) -> [BrightnessSample] {
  var random = RandomSource(seed: 5, stream: "afterglow")
  var light = 0.0
  let fine = 20
  return (0..<Int(seconds * rate)).map { index in
    var sum = 0.0
    for part in 0..<fine {
      let time = (Double(index) + Double(part) / Double(fine)) / rate
      let isDown = events.last { $0.time <= time }?.isDown ?? false
      let step = 1 / (rate * Double(fine) * (isDown ? rise : fall))
      light += ((isDown ? 1 : 0) - light) * min(1, step)
      sum += light
    }
    let value = 50 + 100 * sum / Double(fine)
    return BrightnessSample(
      time: Double(index) / rate, brightness: min(white, value) + noise * random.normal())
  }
}

private func keyed(_ text: String, wpm: Double) -> [KeyEvent] {
  Keying(text, speed: Speed(wpm: wpm), style: .exact, seed: 1).events.map {
    KeyEvent(time: $0.time + 1, isDown: $0.isDown)
  }
}

/// A dot at 12 WPM is a tenth of a second: less than the light needs.
@Suite struct AfterglowTests {
  static let text = "PARIS QTH"

  @Test(
    "A light that glows on is judged by what its key did",
    arguments: [(30.0, 0.02, 0.12), (30, 0.12, 0.12), (60, 0.1, 0.15), (1000, 0.12, 0.12)])
  func undone(rate: Double, rise: Double, fall: Double) throws {
    let events = keyed(Self.text, wpm: 12)
    let last = try #require(events.last).time
    let trace = glowing(events, rate: rate, rise: rise, fall: fall, seconds: last + 2)
    let found = Detector.judge(trace).events
    try #require(found.count == events.count)
    // A light that lags cannot tell an edge before it has moved; half a dot is what a reading bears.
    for (event, key) in zip(found, events) {
      #expect(event.isOn == key.isDown)
      #expect(abs(event.time - key.time) < 0.05)
    }
  }

  @Test(
    "An overexposed light that jumps on, and fades by two rates, is no key that flickers in its noise",
    arguments: 1...6)
  func overexposed(seed: UInt64) throws {
    let events = keyed("CQ CQ DE", wpm: 7).map {
      KeyEvent(time: $0.time + 2.5, isDown: $0.isDown)
    }
    let end = try #require(events.last).time + 3.2
    func fading(_ seconds: Double) -> [Double] {
      glowing(events, rate: 50, rise: 0.0005, fall: seconds, noise: 0, seconds: end).map(
        \.brightness)
    }
    var random = RandomSource(seed: seed, stream: "overexposed")
    let (lit, halo, glare) = (fading(0.0005), fading(0.06), fading(0.4))
    let lamp = lit.indices.map { index in
      // Each is 50 unlit and 150 lit.
      let light = 4.4 * lit[index] + 0.77 * halo[index] + 0.33 * glare[index] - 5.5 * 50
      return BrightnessSample(
        time: Double(index) / 50, brightness: min(150, 40 + light + 2 * random.normal()))
    }
    #expect(Detector.judge(lamp).events.count == events.count)
  }

  @Test("A saturated light that glows on is seen to go off between its marks")
  func saturated() throws {
    let events = keyed(Self.text, wpm: 12)
    let last = try #require(events.last).time
    let trace = glowing(
      events, rate: 30, rise: 0.01, fall: 0.1, white: 130, seconds: last + 2)
    #expect(Detector.judge(trace).events.count == events.count)
  }

  @Test(
    "What follows a pole exactly is as sure as its noise", arguments: [12.0, 14, 16, 20],
    [3, 90])
  func exact(wpm: Double, words: Int) throws {
    // Of minutes not all samples are looked at.
    let events = keyed(Array(repeating: "PARIS", count: words).joined(separator: " "), wpm: wpm)
    let last = try #require(events.last).time
    let trace = glowing(events, rate: 30, rise: 0.1, fall: 0.1, seconds: last + 2)
    let found = try #require(Afterglow.found(in: trace[...]))
    #expect(found.glow.misfit < 0.03)
  }

  @Test(
    "A light of which a part jumps and a part glows on is judged as surely as it is known",
    arguments: [0.3, 0.5, 0.7])
  func mixed(_ jump: Double) throws {
    let events = keyed(Self.text, wpm: 14)
    let last = try #require(events.last).time
    let slow = glowing(events, rate: 30, rise: 0.1, fall: 0.1, seconds: last + 2)
    let trace = slow.map { sample in
      let isDown = events.last { $0.time <= sample.time }?.isDown ?? false
      return BrightnessSample(
        time: sample.time,
        brightness: 50 + (1 - jump) * (sample.brightness - 50) + (isDown ? 100 * jump : 0))
    }
    let judged = Detector.judge(trace)
    #expect(judged.events.count == events.count)
    // Of samples whose key did not move, the deviation must say how far off they are.
    let away = judged.samples.filter { sample in
      !events.contains { abs($0.time - sample.time) < 0.07 }
    }.map { sample in
      let isDown = events.last { $0.time <= sample.time }?.isDown ?? false
      return abs(sample.lit - (isDown ? 1 : 0)) / sample.deviation
    }
    #expect(Double(away.count { $0 > 4 }) < 0.02 * Double(away.count))
    let read = TimingDecoder.read(
      judged.samples.map {
        KeySample(time: $0.time, exposure: $0.exposure, down: $0.lit, deviation: $0.deviation)
      })
    #expect(read.map(\.text).joined(separator: " ") == Self.text)
  }

  @Test("Light without afterglow shows none, however its dots fall into the frames")
  func none() throws {
    for (wpm, rate) in [(12.0, 30.0), (24, 30), (36, 30), (72, 30), (50, 60), (12, 500)] {
      let events = keyed("PARIS PARIS PARIS", wpm: wpm)
      let last = try #require(events.last).time
      // A time constant of a hundredth of a frame is none.
      let trace = glowing(
        events, rate: rate, rise: 0.01 / rate, fall: 0.01 / rate, seconds: last + 2)
      #expect(Afterglow.found(in: trace[...]) == nil, "\(wpm) WPM at \(rate)")
    }
  }

  @Test("What wanders, waves or is pulled down by a camera is no afterglow")
  func others() throws {
    var random = RandomSource(seed: 9, stream: "wandering")
    var walk = 100.0
    let wandering = (0..<900).map { index in
      walk += random.normal() + 0.02 * (100 - walk)
      return BrightnessSample(time: Double(index) / 30, brightness: walk)
    }
    #expect(Afterglow.found(in: wandering[...]) == nil)
    let events = keyed("PARIS PARIS PARIS", wpm: 10)
    let last = try #require(events.last).time
    let slow = glowing(events, rate: 30, rise: 0.15, fall: 0.15, noise: 0, seconds: last + 2)
    let pulled = slow.map { sample in
      let isDown = events.last { $0.time <= sample.time }?.isDown ?? false
      return BrightnessSample(
        time: sample.time,
        brightness: (isDown ? 180 : 80) * (1 - 0.003 * (sample.brightness - 50))
          + 0.3 * random.normal())
    }
    #expect(Afterglow.found(in: pulled[...]) == nil)
  }

  @Test("A lamp that a camera's exposure follows jumps at its edges, and glows on at none")
  func exposure() throws {
    let events = keyed("HELP", wpm: 5)
    let last = try #require(events.last).time
    var random = RandomSource(seed: 3, stream: "exposure")
    for settling in [0.2, 0.35, 0.6] {
      var gain = 1.0
      let trace = (0..<Int((last + 2) * 60)).map { index in
        let time = Double(index) / 60
        let isDown = events.last { $0.time <= time }?.isDown ?? false
        gain += ((isDown ? 0.7 : 1) - gain) / (60 * settling)
        return BrightnessSample(
          time: time, brightness: gain * (isDown ? 190 : 75) + 2 * random.normal())
      }
      #expect(Afterglow.found(in: trace[...]) == nil, "\(settling) s")
    }
  }
}
