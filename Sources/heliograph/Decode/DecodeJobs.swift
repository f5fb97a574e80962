import Foundation
import Synchronization

/// Decodes recordings, several at once, each on a thread of its own: reading files and decoding
/// pictures block.
struct DecodeJobs: Sendable {
  let output: OrderedOutput
  let board: ProgressBoard
  let concurrency: Int
  /// Decodes the recording at an index.
  let decode: @Sendable (Int) -> Void

  /// Seconds between looks at the signals and the progress.
  private static let interval = 0.1

  /// Returns when all recordings have been decoded, or the program was asked to end.
  func run() {
    let threads = SharedThreads()
    let done = DispatchSemaphore(value: 0)
    for _ in 0..<concurrency {
      let thread = Thread {
        threads.begin()
        while let index = threads.next(below: output.paths.count), !output.isBroken,
          !Interruption.isRequested
        {
          decode(index)
          board.finish(index)
        }
        threads.end()
        done.signal()
      }
      // As large as the system's usual one: FFmpeg's own code runs on it.
      thread.stackSize = 8 << 20
      thread.start()
    }
    var rest = concurrency
    while rest > 0 {
      if done.wait(timeout: .now() + Self.interval) == .success {
        rest -= 1
      } else if Interruption.isRequested {
        // The signal came to this thread: a read that another one waits in returns by one of its own.
        threads.interrupt()
      } else {
        output.draw(board.position)
      }
    }
  }
}

/// Which recording is next, and who is decoding.
private final class SharedThreads: Sendable {
  private struct State {
    var next = 0
    var running: [pthread_t] = []
  }

  private let state = Mutex(State())

  func next(below count: Int) -> Int? {
    state.withLock { state in
      guard state.next < count else { return nil }
      defer { state.next += 1 }
      return state.next
    }
  }

  func begin() {
    let own = pthread_self()
    state.withLock { $0.running.append(own) }
  }

  func end() {
    let own = pthread_self()
    state.withLock { state in state.running.removeAll { pthread_equal($0, own) != 0 } }
  }

  func interrupt() {
    state.withLock { for thread in $0.running { pthread_kill(thread, SIGTERM) } }
  }
}
