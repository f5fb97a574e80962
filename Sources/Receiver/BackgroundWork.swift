import Dispatch
import Synchronization

/// What is worked out on another thread while others go on.
final class BackgroundWork<Value: Sendable>: Sendable {
  private let work = DispatchGroup()
  private let result = Mutex<Value?>(nil)

  init(_ work: @escaping @Sendable () -> Value) {
    DispatchQueue.global().async(group: self.work) { [self] in
      let value = work()
      result.withLock { $0 = value }
    }
  }

  /// Waits until it is worked out.
  func value() -> Value? {
    work.wait()
    return result.withLock { $0 }
  }
}
