import Foundation
import Synchronization

/// How far each recording has been decoded, told by those who decode and read by who draws it.
final class ProgressBoard: Sendable {
  /// All recordings together.
  struct Position: Sendable {
    var done = 0
    var count = 0
    var running = 0
    /// The only one that runs, where there is one.
    var name: String?
    /// Seconds of light decoded so far, of all recordings.
    var decoded = 0.0
    /// Seconds into the one that runs, and its length where it is known.
    var time = 0.0
    var length: Double?
    /// Part of all that is done, 0 to 1, where it can be told.
    var part: Double?
    /// Whether the one that runs has been seen to its end and is being judged.
    var isSeen = false
  }

  private struct Run {
    var time = 0.0
    var part: Double?
    var length: Double?
    var isSeen = false
  }

  private struct State {
    var done = 0
    var decoded = 0.0
    var runs: [Int: Run] = [:]
  }

  private let state = Mutex(State())
  private let paths: [String]

  init(paths: [String]) {
    self.paths = paths
  }

  /// The recording `index` has come to `time` seconds of its `length`, or to a `part` of it.
  func update(_ index: Int, time: Double, length: Double? = nil, part: Double? = nil) {
    state.withLock {
      // What has been seen to its end is still to be judged.
      let seen = part ?? length.map { $0 > 0 ? max(0, time / $0) : 0 }
      $0.runs[index] = Run(time: max(0, time), part: seen.map { min(0.99, $0) }, length: length)
    }
  }

  /// The recording `index` has been seen to its end; it is still to be judged.
  func judge(_ index: Int) {
    state.withLock { $0.runs[index]?.isSeen = true }
  }

  func finish(_ index: Int) {
    state.withLock {
      $0.decoded += $0.runs.removeValue(forKey: index)?.time ?? 0
      $0.done += 1
    }
  }

  var position: Position {
    state.withLock { state in
      var position = Position()
      position.done = state.done
      position.count = paths.count
      position.running = state.runs.count
      position.decoded = state.decoded + state.runs.values.map(\.time).reduce(0, +)
      if paths.count == 1, let run = state.runs[0] {
        position.name = paths[0]
        position.time = run.time
        position.length = run.length
        position.part = run.part
        position.isSeen = run.isSeen
      } else {
        let parts = state.runs.values.compactMap(\.part).reduce(0, +)
        position.part = (Double(state.done) + parts) / Double(max(1, paths.count))
      }
      return position
    }
  }
}
