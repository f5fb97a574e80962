import MorseCode
import Photometry

/// The mark that was under way when a recording began: what is left of it tells nothing of the sign that it belonged to.
struct CutMark: Sendable {
  /// Seconds.
  private let begin: Double
  private let length: Double
  /// Of all the other marks.
  private let others: [Double]
  private let frame: Double

  /// Nil where the light was dark at first.
  /// - Parameters:
  ///   - start: When the recording began, in seconds.
  ///   - events: What came on and went off since.
  ///   - frame: Seconds from one sample to the next.
  init?(from start: Double?, _ events: [LightEvent], frame: Double) {
    guard let start, let first = events.first, first.isOn, abs(first.time - start) < frame,
      let end = events.dropFirst().first
    else { return nil }
    begin = first.time
    length = end.time - first.time
    self.frame = frame
    let rest = events.dropFirst(2)
    others = zip(rest, rest.dropFirst()).compactMap { on, off in
      on.isOn && !off.isOn ? off.time - on.time : nil
    }
  }

  /// A message without its first sign, where that begins with what is left of a mark: one that is shorter than a dash, no dot,
  /// and as long as no other mark of the message. Who cuts a video to what it shows begins with a whole mark.
  func removed(from characters: [DecodedCharacter]) -> [DecodedCharacter] {
    guard let first = characters.firstIndex(where: { !$0.code.isEmpty }),
      let next = characters[(first + 1)...].firstIndex(where: { !$0.code.isEmpty }),
      characters[first].time <= begin + frame, isCut(among: characters[next...])
    else { return characters }
    return Array(characters[next...])
  }

  private func isCut(among characters: ArraySlice<DecodedCharacter>) -> Bool {
    guard let deviation = KeyingSpread.deviation(characters),
      let speed = characters.lazy.filter({ !$0.code.isEmpty }).map(\.wpm).median
    else { return false }
    let dot = 1.2 / max(speed, 1)
    // An edge is told to a part of a frame, and the recording begins anywhere in one.
    let tolerance = max(frame / 2, deviation * dot)
    guard length < 3 * dot - tolerance, abs(length - dot) > tolerance else { return false }
    return others.allSatisfy { abs($0 - length) > tolerance }
  }
}
