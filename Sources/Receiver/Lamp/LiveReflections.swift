import MorseCode
import Photometry

/// Holds back, while the light comes, what is but a known lamp seen again, and what is read beside
/// a known lamp with more than one letter in four wrong.
struct LiveReflections: Sendable {
  /// What each known lamp did last.
  private var recent: [Int: Reflection.Light] = [:]
  /// What is held back, place by place.
  private var waiting: [Int: Held] = [:]
  /// How many events a place must have shown before it is weighed again.
  private var nextLook: [Int: Int] = [:]
  /// Known lamps whose places are no longer followed.
  private var gone: Set<Int> = []

  /// Events in half a minute, the longest that a candidate is looked back at, at 70 WPM.
  private static let mostRecent = 1800
  /// Seconds: twice that half minute.
  private static let memory = 60.0

  /// What a place told that is held back.
  private struct Held: Sendable {
    var reports: [LampChannel.Report] = []
    /// The known lamp that it is surely the light of, as it was weighed last.
    var lamp: Int?
  }

  /// Takes what became certain of a place that was found to send Morse; returns what of it is to
  /// be told. What resembles a known lamp by chance is told once it has shown to be another.
  mutating func pass(
    _ reports: [LampChannel.Report], of id: Int, isKnown: Bool
  ) -> [LampChannel.Report] {
    var passed = reports
    if !isKnown, !recent.isEmpty {
      passed = (waiting[id]?.reports ?? []) + reports
      // At twice as much light each time: a likeness that is looked at often enough differs by chance.
      let shown = passed.count { $0.event != nil }
      let isToBeWeighed = reports.contains { $0.character != nil } && shown >= nextLook[id] ?? 0
      if isToBeWeighed { nextLook[id] = 2 * shown }
      let light = Reflection.Light(passed)
      let isLamp = isToBeWeighed && light.isClear
      let shows = isLamp ? lamp(of: light) : waiting[id]?.lamp
      guard isLamp, shows == nil else {
        waiting[id] = Held(reports: passed.suffix(2 * Self.mostRecent), lamp: shows)
        return []
      }
      forget(id)
    }
    let light = Reflection.Light(passed)
    recent[id, default: Reflection.Light([])].append(light, most: Self.mostRecent)
    // A lamp that went away may be seen in a mirror for as long as one is looked back.
    if let now = light.events.last?.time {
      recent = recent.filter { $0.value.events.last.map { now - $0.time < Self.memory } ?? false }
    }
    return passed
  }

  /// The place is given up.
  mutating func forget(_ id: Int) {
    waiting[id] = nil
    nextLook[id] = nil
  }

  private func lamp(of light: Reflection.Light) -> Int? {
    recent.keys.sorted().first { id in recent[id].map { Reflection.isSame(light, $0) } ?? false }
  }
}

// A lamp that goes on is seen by another place than the one that told it so far.
extension LiveReflections {
  /// The place of a known lamp is no longer followed.
  mutating func lose(_ lamp: Int) { gone.insert(lamp) }

  /// It is followed again.
  mutating func find(_ lamp: Int) { gone.remove(lamp) }

  /// Of `places` the one that shows a known lamp's light and saw it last.
  func heir(of lamp: Int, among places: some Sequence<Int>) -> Int? {
    places.filter { waiting[$0]?.lamp == lamp }
      .max { (lastChange(of: $0), -$0) < (lastChange(of: $1), -$1) }
  }

  private func lastChange(of place: Int) -> Double {
    waiting[place]?.reports.last { $0.event != nil }?.event?.time ?? -.infinity
  }

  /// The known lamp that `place` shows, where what told it so far tells no more and the place does.
  func predecessor(of place: Int) -> Int? {
    guard let held = waiting[place], let lamp = held.lamp, let known = recent[lamp] else {
      return nil
    }
    if gone.contains(lamp) { return lamp }
    // What glows beside a lamp may flicker once after it.
    let later = Reflection.Light(held.reports).signs { $0 > known.lastChange + Self.apart }
    return later.count >= Self.fewestLater && later.isClear ? lamp : nil
  }

  /// Seconds after a lamp's last change that what shows its light does not change by it any more.
  private static let apart = 0.15
  /// Signs that are no flicker.
  private static let fewestLater = 2

  /// `place` tells `lamp` from now on, of which `told` is told of the message under way.
  mutating func succeed(
    _ lamp: Int, by place: Int, told: [DecodedCharacter]
  ) -> Succession {
    let known = recent.removeValue(forKey: lamp) ?? Reflection.Light([])
    let succession = Succession(of: waiting[place]?.reports ?? [], after: known, told: told)
    forget(place)
    gone.remove(lamp)
    recent[place] = known
    recent[place]?.append(Reflection.Light(succession.reports), most: Self.mostRecent)
    return succession
  }
}

extension Reflection.Light {
  /// Whether its signs are sure enough to be a lamp's.
  fileprivate var isClear: Bool {
    let confidence = characters.map(\.confidence).reduce(0, +) / Double(max(1, characters.count))
    return confidence > Reflection.leastConfidence
  }

  init(_ reports: [LampChannel.Report]) {
    self.init(events: reports.compactMap(\.event), characters: reports.compactMap(\.character))
  }

  fileprivate mutating func append(_ more: Reflection.Light, most: Int) {
    events = (events + more.events).suffix(most)
    characters = (characters + more.characters).suffix(most)
  }
}
