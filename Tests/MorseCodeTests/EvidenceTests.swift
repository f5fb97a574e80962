import MorseCode
import Testing

@Suite struct EvidenceTests {
  private func evidence(_ events: [KeyEvent]) -> Double {
    TimingDecoder.read(events, until: (events.last?.time ?? 0) + 1).map(\.evidence).max()
      ?? -.infinity
  }

  private func switching(_ on: [Double], _ off: [Double]) -> [KeyEvent] {
    var time = 0.0
    var events: [KeyEvent] = []
    for (on, off) in zip(on, off) {
      events.append(KeyEvent(time: time, isDown: true))
      events.append(KeyEvent(time: time + on, isDown: false))
      time += on + off
    }
    return events
  }

  @Test("Short clean messages are Morse", arguments: ["SOS", "CQ", "R U OK?", "73"])
  func messages(text: String) {
    for wpm in [6.0, 14, 25] {
      #expect(evidence(Keying(text, speed: Speed(wpm: wpm)).events) > 0, "\(wpm) WPM")
    }
  }

  @Test("A lone K is near even")
  func loneK() {
    let evidence = evidence(Keying("K", speed: Speed(wpm: 12)).events)
    #expect(evidence > -3, "\(evidence)")
  }

  @Test("An indicator is not Morse, though it looks like EEEE or 5", arguments: [3, 5, 12, 40])
  func indicator(count: Int) {
    for (on, off) in [(0.35, 0.35), (0.1, 0.1), (0.1, 0.35), (0.5, 0.2)] {
      let events = switching(
        [Double](repeating: on, count: count), [Double](repeating: off, count: count))
      #expect(evidence(events) < 0, "\(on) \(off)")
    }
  }

  @Test("Two flashes in turn are not Morse")
  func doubleFlash() {
    let events = switching(
      (0..<20).map { $0 % 2 == 0 ? 0.1 : 0.3 }, (0..<20).map { $0 % 2 == 0 ? 0.1 : 0.7 })
    #expect(evidence(events) < 0)
  }

  @Test("Irregular switching is hardly ever taken for Morse")
  func irregular() {
    var draws = Draws(state: 3)
    var taken = 0
    for _ in 0..<60 {
      let on = (0..<25).map { _ in Double.random(in: 0.05...0.9, using: &draws) }
      let off = (0..<25).map { _ in Double.random(in: 0.05...1.5, using: &draws) }
      if evidence(switching(on, off)) > 0 { taken += 1 }
    }
    #expect(taken <= 3)
  }

  /// Data on a line: lit or dark at each tick, by a coin.
  @Test(
    "Random switching by a clock is hardly ever taken for Morse, of events and of pictures",
    arguments: [0.1, 0.17, 0.31])
  func clocked(tick: Double) {
    var draws = Draws(state: 11)
    var taken = 0
    for index in 0..<30 {
      func ticks() -> Double {
        var count = 1.0
        while Bool.random(using: &draws) { count += 1 }
        return count * tick
      }
      let events = switching((0..<25).map { _ in ticks() }, (0..<25).map { _ in ticks() })
      if evidence(events) > 0 { taken += 1 }
      let messages = TimingDecoder.read(LightTrace().samples(events, seed: UInt64(index)))
      if messages.contains(where: { $0.evidence > 0 }) { taken += 1 }
    }
    #expect(taken <= 3)
  }

  @Test(
    "A machine's Morse keeps to a clock and is Morse all the same",
    arguments: ["SOS", "EL8T", "HELP US"])
  func machine(text: String) {
    for wpm in [6.0, 10, 13.7, 20] {
      let events = Keying(text, speed: Speed(wpm: wpm)).events
      #expect(evidence(events) > Double(2 * text.count), "\(wpm) WPM")
      let read = TimingDecoder.read(LightTrace().samples(events, seed: 3)).map(\.evidence).max()
      #expect(read ?? 0 > Double(2 * text.count), "\(wpm) WPM")
    }
  }

  @Test("A machine's Morse with a pause in it is Morse", arguments: [2.5, 4.5, 9] as [Double])
  func pause(seconds: Double) {
    let speed = Speed(wpm: 12)
    var events = Keying("CQ DE K", speed: speed).events
    let later = (events.last?.time ?? 0) + seconds
    events += Keying("THE QUICK FOX", speed: speed).events
      .map { KeyEvent(time: $0.time + later, isDown: $0.isDown) }
    #expect(evidence(events) > 40)
    // What is cut at the edge of what is seen keeps to no clock.
    events[1].time -= 0.033
    #expect(evidence(events) > 40)
  }

  @Test("A machine's Morse whose marks end late or early is Morse", arguments: [-0.03, 0.03])
  func late(seconds: Double) {
    let events = Keying("HELP IS COMING", speed: Speed(wpm: 12)).events
      .map { KeyEvent(time: $0.isDown ? $0.time : $0.time + seconds, isDown: $0.isDown) }
    #expect(evidence(events) > 40)
    #expect(TimingDecoder.read(LightTrace().samples(events, seed: 3)).contains { $0.evidence > 40 })
  }

  @Test("A machine's Morse of which glare fills a gap is Morse", arguments: [3, 21, 33])
  func filled(gap: Int) {
    var events = Keying("WIND 25 NE", speed: Speed(wpm: 12)).events
    events.removeSubrange(gap..<gap + 2)
    #expect(evidence(events) > 20)
    #expect(TimingDecoder.read(LightTrace().samples(events, seed: 3)).contains { $0.evidence > 20 })
  }

  @Test(
    "Whole marks at a clock's ticks are not taken for dots within frames",
    arguments: [4.7, 6.2])
  func port(frames: Double) {
    var draws = Draws(state: 17)
    var taken = 0
    for index in 0..<20 {
      let mark = frames / 30
      let off = (0..<40).map { _ in Double.random(in: 1...5, using: &draws).rounded() * mark }
      let events = switching([Double](repeating: mark, count: 40), off)
      let samples = LightTrace().samples(events, seed: UInt64(index))
      if TimingDecoder.read(samples).contains(where: { $0.evidence > 0 }) { taken += 1 }
    }
    #expect(taken <= 4)
  }

  /// Ten times twenty seconds of it.
  private func sensorNoise() -> [[KeySample]] {
    var draws = Draws(state: 5)
    return (0..<10).map { _ in
      (0..<600).map { index in
        KeySample(
          time: Double(index) / 30,
          down: 0.5
            + (0..<12).reduce(-3.0) { sum, _ in sum + Double.random(in: 0...0.5, using: &draws) },
          deviation: 0.6)
      }
    }
  }

  @Test("Noise of a sensor, thresholded, is not Morse")
  func noise() {
    for samples in sensorNoise() {
      for message in TimingDecoder.read(samples) { #expect(message.evidence < 0) }
    }
  }

  @Test(
    "What is asked of evidence changes nothing of what has it, and gives nothing to what has none")
  func asked() {
    let options = TimingDecoder.Options(leastEvidence: 7)
    for samples in sensorNoise() {
      for message in TimingDecoder.read(samples, options: options) { #expect(message.evidence < 7) }
    }
    for noise in [0.02, 0.3] {
      var trace = LightTrace()
      trace.noise = noise
      let samples = trace.samples("CQ DE K7AB", dot: 3, seed: 4)
      #expect(TimingDecoder.read(samples, options: options) == TimingDecoder.read(samples))
    }
  }
}
