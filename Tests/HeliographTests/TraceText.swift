import Foundation
import MorseCode

/// Traces as a user would bring them.
enum TraceText {
  /// `time,state` of `text` keyed exactly.
  static func states(_ text: String, wpm: Double, from start: Double = 0.5) -> String {
    Keying(text, speed: Speed(wpm: wpm)).events.reduce("time,state\n") {
      $0 + "\(start + $1.time),\($1.isDown ? 1 : 0)\n"
    }
  }

  /// `time,luma` of `text` as a light sensor reads it `rate` times a second.
  static func luma(
    _ text: String, wpm: Double, rate: Double = 100, unlit: Double = 20, lit: Double = 80
  ) -> String {
    let events = Keying(text, speed: Speed(wpm: wpm)).events
    let end = (events.last?.time ?? 0) + 2
    var rows = "time,luma\n"
    var next = 0
    var isDown = false
    for index in 0..<Int((end + 1) * rate) {
      let time = Double(index) / rate
      while next < events.count, events[next].time + 1 <= time {
        isDown = events[next].isDown
        next += 1
      }
      rows += "\(time),\(isDown ? lit : unlit)\n"
    }
    return rows
  }
}
