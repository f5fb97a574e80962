internal import Foundation
import MorseCode

/// The light of a keyed source over time, integrated exactly.
struct KeyedLight: Sendable {
  /// Beginnings and ends of the marks, in order.
  private let starts: [Double]
  private let ends: [Double]
  /// Seconds lit before each mark.
  private let litBefore: [Double]
  /// Seconds in which the light comes to 63 %, and what it has at each mark's beginning.
  private let riseTime: Double
  private let lightAtStart: [Double]

  init(events: [KeyEvent], riseTime: Double = 0) {
    var starts: [Double] = []
    var ends: [Double] = []
    for event in events {
      if event.isDown, starts.count == ends.count {
        starts.append(max(event.time, ends.last ?? event.time))
      } else if !event.isDown, starts.count > ends.count {
        ends.append(max(event.time, starts[starts.count - 1]))
      }
    }
    if starts.count > ends.count { ends.append(.infinity) }
    var litBefore: [Double] = []
    var lightAtStart: [Double] = []
    var lit = 0.0
    var light = 0.0
    for index in starts.indices {
      litBefore.append(lit)
      lightAtStart.append(light)
      guard index + 1 < starts.count else { break }
      lit += ends[index] - starts[index]
      if riseTime > 0 {
        let full = 1 - (1 - light) * exp(-(ends[index] - starts[index]) / riseTime)
        light = full * exp(-(starts[index + 1] - ends[index]) / riseTime)
      }
    }
    self.starts = starts
    self.ends = ends
    self.litBefore = litBefore
    self.riseTime = riseTime
    self.lightAtStart = lightAtStart
  }

  /// The mean light between two times: 0 dark, 1 fully lit throughout.
  func mean(from start: Double, to end: Double) -> Double {
    guard end > start else { return light(at: start) }
    // A first-order lag y' = (u - y) / r has the integral of u less r times the change of y.
    let lag = riseTime > 0 ? riseTime * (light(at: end) - light(at: start)) : 0
    return (litSeconds(until: end) - litSeconds(until: start) - lag) / (end - start)
  }

  /// The light at one moment.
  func light(at time: Double) -> Double {
    let index = lastMark(by: time)
    guard index >= 0 else { return 0 }
    guard riseTime > 0 else { return time < ends[index] ? 1 : 0 }
    let rising = min(time, ends[index]) - starts[index]
    let reached = 1 - (1 - lightAtStart[index]) * exp(-rising / riseTime)
    return time <= ends[index] ? reached : reached * exp(-(time - ends[index]) / riseTime)
  }

  private func litSeconds(until time: Double) -> Double {
    let index = lastMark(by: time)
    guard index >= 0 else { return 0 }
    return litBefore[index] + min(time, ends[index]) - starts[index]
  }

  /// The last mark that has begun; -1 before the first.
  private func lastMark(by time: Double) -> Int {
    var low = 0
    var high = starts.count
    while low < high {
      let middle = (low + high) / 2
      if starts[middle] <= time { low = middle + 1 } else { high = middle }
    }
    return low - 1
  }
}
