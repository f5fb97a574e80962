import MorseCode
import Photometry

/// Holds back, while the light comes, what is but a known lamp seen again, and what is read beside
/// a known lamp with more than one letter in four wrong.
struct LiveReflections: Sendable {
  /// What each known lamp did last.
  private var recent: [Int: Reflection.Light] = [:]
  /// What is held back, place by place.
  private var waiting: [Int: [LampChannel.Report]] = [:]
  /// How many events a place must have shown before it is weighed again.
  private var nextLook: [Int: Int] = [:]

  /// Events in half a minute, the longest that a candidate is looked back at, at 70 WPM.
  private static let mostRecent = 1800
  /// Seconds: twice that half minute.
  private static let memory = 60.0

  /// Takes what became certain of a place that was found to send Morse; returns what of it is to
  /// be told. What resembles a known lamp by chance is told once it has shown to be another.
  mutating func pass(
    _ reports: [LampChannel.Report], of id: Int, isKnown: Bool
  ) -> [LampChannel.Report] {
    var passed = reports
    if !isKnown, !recent.isEmpty {
      passed = (waiting[id] ?? []) + reports
      // At twice as much light each time: a likeness that is looked at often enough differs by chance.
      let shown = passed.count { $0.event != nil }
      let isToBeWeighed = reports.contains { $0.character != nil } && shown >= nextLook[id] ?? 0
      if isToBeWeighed { nextLook[id] = 2 * shown }
      guard isToBeWeighed, isLamp(passed) else {
        waiting[id] = passed.suffix(2 * Self.mostRecent)
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

  private func isLamp(_ reports: [LampChannel.Report]) -> Bool {
    let light = Reflection.Light(reports)
    let confidence =
      light.characters.map(\.confidence).reduce(0, +) / Double(max(1, light.characters.count))
    guard confidence > Reflection.leastConfidence else { return false }
    return !recent.values.contains { Reflection.isSame(light, $0) }
  }
}

extension Reflection.Light {
  fileprivate init(_ reports: [LampChannel.Report]) {
    self.init(events: reports.compactMap(\.event), characters: reports.compactMap(\.character))
  }

  fileprivate mutating func append(_ more: Reflection.Light, most: Int) {
    events = (events + more.events).suffix(most)
    characters = (characters + more.characters).suffix(most)
  }
}
