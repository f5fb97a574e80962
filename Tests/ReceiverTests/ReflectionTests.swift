import MorseCode
import Photometry
import Testing

@testable import Receiver

@Suite struct ReflectionTests {
  /// A lamp that begins after `start` seconds, with what is read of it.
  private func lamp(_ text: String, wpm: Double, start: Double) -> Reflection.Light {
    let keyed = Keying(text, speed: Speed(wpm: wpm)).events.map {
      KeyEvent(time: $0.time + start, isDown: $0.isDown)
    }
    let read = TimingDecoder.read(keyed, until: (keyed.last?.time ?? 0) + 5, options: .init())
    return Reflection.Light(
      events: keyed.map {
        LightEvent(time: $0.time, isOn: $0.isDown, level: $0.isDown ? 180 : 100)
      },
      characters: read.flatMap(\.characters))
  }

  private static let texts = [
    "CQ DE PA3FWM K", "COME TO PIER 7", "MEET AT NOON", "5 MEN 2 DOGS", "NO WIND TODAY",
    "QTH = PARIS", "WATER IS LOW", "HELP IS COMING", "FOG ON RIDGE", "THE FOX JUMPS",
  ]

  @Test(
    "lamps that send texts of their own are never one another's reflection", arguments: [5.1, 9.3])
  func differentTexts(slowest: Double) {
    let lamps = Self.texts.indices.flatMap { index -> [Reflection.Light] in
      [0, 1].map { other in
        let wpm = slowest + 0.83 * Double((7 * index + 5 * other) % 10)
        let start = 1 + 0.37 * Double((3 * index + other) % 5)
        return lamp(Self.texts[index], wpm: wpm, start: start)
      }
    }
    for index in lamps.indices {
      for other in lamps.indices where other / 2 != index / 2 {
        #expect(
          !Reflection.isSame(lamps[index], lamps[other]),
          "\(Self.texts[index / 2]) beside \(Self.texts[other / 2])")
      }
    }
  }

  @Test func `lamps that say one word at the same time are two`() {
    let one = lamp("WATER IS LOW", wpm: 9.8, start: 1.45)
    let start =
      1.45
      + (time(of: " ", in: one) - time(of: " ", in: lamp("HELP IS COMING", wpm: 9.7, start: 1.45)))
    #expect(!Reflection.isSame(one, lamp("HELP IS COMING", wpm: 9.7, start: start)))
  }

  @Test func `a short message is not another's of which few letters come meanwhile`() {
    let short = lamp("SOS SOS", wpm: 13.2, start: 2.3)
    for start in stride(from: 1.0, to: 6, by: 0.13) {
      #expect(!Reflection.isSame(short, lamp("OVER AND OUT", wpm: 8.2, start: start)), "\(start)")
    }
  }

  private func time(of text: String, in light: Reflection.Light) -> Double {
    light.characters.first { $0.text == text }?.time ?? 0
  }

  @Test(arguments: [0, 0.05, 0.12])
  func `a lamp is itself, and what of it comes a little later`(late: Double) {
    let direct = lamp("MEET AT NOON", wpm: 12, start: 1)
    let other = lamp("MEET AT NOON", wpm: 12, start: 1 + late)
    #expect(Reflection.isSame(direct, other))
  }

  @Test func `a lamp that was lost while lit, and is told of anew from before, is weighed`() {
    let direct = lamp("WATER IS LOW", wpm: 12, start: 1)
    var known = direct
    known.events.insert(LightEvent(time: 40, isOn: true, level: 180), at: 0)
    #expect(Reflection.isSame(direct, known))
    #expect(!Reflection.isSame(lamp("HELP IS COMING", wpm: 12.4, start: 1.2), known))
  }

  @Test func `what a lamp turns over for a while is still that lamp`() {
    let direct = lamp("WATER IS LOW", wpm: 12, start: 1)
    // Dark where the lamp is lit until the fifth second, bright after it.
    var other = direct
    other.events = direct.events.compactMap { event in
      if abs(event.time - 5) < 0.2 { return nil }
      return LightEvent(
        time: event.time, isOn: event.time < 5 ? !event.isOn : event.isOn, level: event.level)
    }
    other.characters = []
    #expect(Reflection.isSame(direct, other))
    #expect(!Reflection.isSame(lamp("HELP IS COMING", wpm: 12.4, start: 1.2), other))
  }

  @Test func `what is bright in the gaps of every second word that is sent again is that lamp`() {
    let direct = lamp("SOS SOS SOS SOS", wpm: 9, start: 1)
    let edges = direct.events.sorted { $0.time < $1.time }
    let word = edges.count / 4
    let gaps = [1, 3].flatMap { edges[$0 * word..<($0 + 1) * word].dropFirst().dropLast() }
      .map { KeyEvent(time: $0.time, isDown: !$0.isOn) }
    // They read as letters of their own.
    let other = Reflection.Light(
      events: gaps.map { LightEvent(time: $0.time, isOn: $0.isDown, level: 130) },
      characters: TimingDecoder.read(gaps, until: 60, options: .init()).flatMap(\.characters))
    #expect(other.characters.count > 4)
    #expect(Reflection.isSame(direct, other))
    #expect(!Reflection.isSame(lamp("SOS SOS SOS SOS", wpm: 8.1, start: 1.9), other))
  }

  /// In two gaps of three, shorter and later by chance than they are, and besides on its own.
  @Test(arguments: 1...6 as ClosedRange<UInt64>)
  func `a hand that is bright in most of a lamp's gaps is that lamp, whatever it seems to send`(
    seed: UInt64
  ) {
    let lamp = lamp("QTH NEED QSL? OVER AND OUT K", wpm: 8, start: 1)
    var random = RandomSource(seed: seed)
    var events: [LightEvent] = []
    for (off, on) in zip(lamp.events.dropFirst(), lamp.events.dropFirst(2)) where !off.isOn {
      let gap = on.time - off.time
      guard Int.random(in: 0..<3, using: &random) > 0 else { continue }
      let begin = off.time + gap * .random(in: 0...0.3, using: &random)
      events.append(LightEvent(time: begin, isOn: true, level: 110))
      events.append(
        LightEvent(
          time: on.time - gap * .random(in: 0...0.3, using: &random), isOn: false, level: 100))
    }
    let keyed = events.map { KeyEvent(time: $0.time, isDown: $0.isOn) }
    let read = TimingDecoder.read(keyed, until: (keyed.last?.time ?? 0) + 5, options: .init())
    let hand = Reflection.Light(events: events, characters: read.flatMap(\.characters))
    #expect(Reflection.isSame(lamp, hand))
    #expect(Reflection.isSame(hand, lamp))
  }

  @Test func `what is read wrong is still the lamp whose light it is`() {
    let direct = lamp("MEET AT NOON", wpm: 12, start: 1)
    // Short marks are lost, and letters with them.
    var events: [LightEvent] = []
    for (on, off) in zip(direct.events, direct.events.dropFirst())
    where on.isOn && (off.time - on.time > 0.15 || Int(on.time * 10) % 3 > 0) {
      events += [on, off]
    }
    let read = TimingDecoder.read(
      events.map { KeyEvent(time: $0.time, isDown: $0.isOn) }, until: 30, options: .init())
    #expect(read.map(\.text) != ["MEET AT NOON"])
    #expect(
      Reflection.isSame(
        direct, Reflection.Light(events: events, characters: read.flatMap(\.characters))))
  }

  @Test func `what shows but a part of a lamp's marks is that lamp`() {
    let direct = lamp("FOG ON RIDGE", wpm: 9, start: 1)
    // Two marks of three are seen, and letters of its own are read.
    var events: [LightEvent] = []
    for (index, on) in direct.events.enumerated()
    where on.isOn && index / 2 % 3 > 0 && index + 1 < direct.events.count {
      events += [on, direct.events[index + 1]]
    }
    let read = TimingDecoder.read(
      events.map { KeyEvent(time: $0.time, isDown: $0.isOn) }, until: 30, options: .init())
    let part = Reflection.Light(events: events, characters: read.flatMap(\.characters))
    #expect(Reflection.isSame(direct, part) && Reflection.isSame(part, direct))
    #expect(!Reflection.isSame(lamp("HELP IS COMING", wpm: 9.7, start: 1.2), part))
  }

  @Test func `a halo that is late and out before its lamp, and misses dots, is that lamp`() {
    let direct = lamp("QTH = PARIS", wpm: 9, start: 1)
    var events: [LightEvent] = []
    for (index, on) in direct.events.enumerated() where on.isOn && index + 1 < direct.events.count {
      var (begin, end) = (on, direct.events[index + 1])
      begin.time += 0.1
      end.time -= 0.02
      if end.time - begin.time > 0.03 || index % 4 == 0 { events += [begin, end] }
    }
    let halo = Reflection.Light(events: events, characters: [])
    #expect(Reflection.isSame(direct, halo) && Reflection.isSame(halo, direct))
    for text in ["HELP IS COMING", "CQ DE K7AB", "MEET AT NOON", "THE QUICK BROWN"] {
      #expect(!Reflection.isSame(lamp(text, wpm: 9, start: 1), halo))
    }
  }

  @Test(arguments: [4.4, 5.1, 6.3])
  func `a few marks that are seen together by chance make two lamps no reflections`(wpm: Double) {
    let short = lamp("SOS SOS", wpm: 12.9, start: 2.1)
    let texts = ["BRING ROPE", "MEET AT PIER 8", "TEST"]
    let starts = Array(stride(from: 3.0, to: 7, by: 0.1))
    let same = texts.reduce(0) { sum, text in
      sum + starts.count { Reflection.isSame(short, lamp(text, wpm: wpm, start: $0)) }
    }
    // One in a hundred.
    #expect(same <= texts.count * starts.count / 100)
  }

  @Test func `what shows a lamp's marks now and then, and glows between, is that lamp`() {
    let direct = lamp("FOG ON RIDGE", wpm: 12, start: 1)
    var events: [LightEvent] = []
    for (index, on) in direct.events.enumerated()
    where on.isOn && index / 2 % 2 > 0 && index + 1 < direct.events.count {
      var off = direct.events[index + 1]
      if index / 2 % 8 == 1 { off.time += 0.09 }
      events += [on, off]
    }
    let part = Reflection.Light(events: events, characters: [])
    #expect(Reflection.isSame(direct, part) && Reflection.isSame(part, direct))
    // Another's that is in step is not.
    for text in ["HELP IS COMING", "CQ DE K7AB", "MEET AT NOON", "THE QUICK BROWN"] {
      #expect(!Reflection.isSame(lamp(text, wpm: 12, start: 1), part))
    }
  }

  @Test
  func `what says half of a lamp's letters with it, and other ones before and after, is that lamp`()
  {
    let direct = lamp("CQ DE F5RN", wpm: 6.6, start: 2.5)
    // Beside a lamp in a hand the hand's own movement is read as light, and what the lamp lights glows on.
    let (before, after) = (lamp("TIA", wpm: 9, start: 1.3), lamp("EME", wpm: 9, start: 14.8))
    let (begin, end) = (time(of: "D", in: direct) - 0.05, time(of: "R", in: direct) - 0.05)
    let lit = direct.events.filter { $0.time > begin && $0.time < end }.map { event in
      var event = event
      if !event.isOn { event.time += 0.12 }
      return event
    }
    let seen = Reflection.Light(
      events: before.events.filter { $0.time < begin } + lit
        + after.events.filter { $0.time > end + 0.2 },
      characters: before.characters
        + direct.characters.filter { $0.time > begin && $0.time < end } + after.characters)
    #expect(Reflection.isSame(direct, seen) && Reflection.isSame(seen, direct))
  }

  @Test func `what glows before a letter, and says others before, is the lamp that it ends with`() {
    let direct = lamp("90 OK 90 MY", wpm: 8, start: 0.7)
    // The corner of a shutter in a hand: it sways in and out of what is read, until the hand is still.
    let swaying = [
      1.01, 1.31, 1.36, 1.68, 1.86, 1.92, 2.03, 2.16, 2.18, 2.24, 2.39, 2.48, 2.57, 2.66, 2.85,
      2.93, 3.01, 3.05, 3.12, 3.37, 3.48, 3.58, 3.62, 3.79, 10.63, 10.73, 10.93, 11.07,
    ]
    let begin = 12.0
    var letters = direct.characters.filter { $0.time > begin }
    var events = direct.events.filter { $0.time > begin }
    let zero = letters[1].time
    letters[1].time -= 0.17
    letters[1].duration += 0.17
    if let first = events.firstIndex(where: { $0.isOn && $0.time > zero - 0.1 }) {
      events[first].time -= 0.17
    }
    func letter(_ text: String, _ code: String, _ time: Double, _ duration: Double)
      -> DecodedCharacter
    {
      DecodedCharacter(
        text: text, code: code, time: time, duration: duration, confidence: 0.95, wpm: 15)
    }
    let seen = Reflection.Light(
      events: swaying.indices.map {
        LightEvent(time: swaying[$0], isOn: $0 % 2 == 0, level: $0 % 2 == 0 ? 136 : 100)
      } + events,
      characters: [letter("H", "....", 2.85, 0.48), letter("S", "...", 3.48, 0.31)] + letters)
    #expect(Reflection.isSame(direct, seen) && Reflection.isSame(seen, direct))
  }

  @Test func `another lamp's light is its own, and what a lamp caused is not`() {
    let (direct, other) = (lamp("MEET ME", wpm: 12, start: 1), lamp("GO HOME", wpm: 12, start: 1))
    #expect(Reflection.isOwn(other, beside: direct) && Reflection.isOwn(direct, beside: other))
    var late = direct
    for index in late.events.indices { late.events[index].time += 0.05 }
    #expect(!Reflection.isOwn(late, beside: direct) && !Reflection.isOwn(direct, beside: late))
  }
}
