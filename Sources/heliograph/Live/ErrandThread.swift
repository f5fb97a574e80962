import Dispatch
import Glibc
import Receiver
import Synchronization

/// Does what the receiver leaves to others, one errand after the other, on a thread of its own: the
/// pictures do not wait for it.
final class ErrandThread: Sendable {
  private let queue = DispatchQueue(label: "errands", qos: .utility)
  private let outcomes = Mutex<[Errand.Outcome]>([])

  /// Where there is but one core, a picture that comes goes first.
  private static let niceness: Int32 = 10

  /// Begins an errand.
  func begin(_ errand: Errand) {
    queue.async {
      // 0 is this thread: Linux keeps it for each.
      setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, ErrandThread.niceness)
      let outcome = errand.outcome()
      self.outcomes.withLock { $0.append(outcome) }
    }
  }

  /// What has come out since the last call.
  func takeOutcomes() -> [Errand.Outcome] {
    outcomes.withLock { outcomes in
      defer { outcomes = [] }
      return outcomes
    }
  }
}
