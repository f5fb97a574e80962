import Foundation
import Receiver
import Synchronization

/// What several recordings give that are decoded at once, written in the order of the recordings: the
/// first that is not done is written as it comes, the others wait.
final class OrderedOutput: Sendable {
  /// What a recording has to say.
  enum Action: Sendable {
    /// How many lamps there are in all, before any is written.
    case begin(lamps: Int)
    case received([Received])
    /// A line for standard error.
    case note(String)
    case fault(Fault)
    /// Nothing follows.
    case end
  }

  private struct State {
    var outputs: OutputSet
    var progress: ProgressLine?
    var head = 0
    var waiting: [Int: [Action]] = [:]
    var printer: Printer?
    var fault: Fault?
    /// Standard output is gone: nothing more can be told.
    var isBroken = false
  }

  let paths: [String]
  private let isNamed: Bool
  private let state: Mutex<State>

  init(
    paths: [String], isNamed: Bool, outputs: sending OutputSet,
    progress: sending ProgressLine?
  ) {
    self.paths = paths
    self.isNamed = isNamed
    state = Mutex(State(outputs: outputs, progress: progress))
  }

  /// Whether there is no use in going on.
  var isBroken: Bool { state.withLock { $0.isBroken } }

  /// Says something of the recording `index`.
  func say(_ action: Action, of index: Int) {
    state.withLock { state in
      guard !state.isBroken else { return }
      if index < state.head, case .fault(let fault) = action {
        // Its text has been written; its sound failed afterwards.
        fault.report()
        state.fault = state.fault ?? fault
        return
      }
      guard index == state.head else {
        state.waiting[index, default: []].append(action)
        return
      }
      state.progress?.clear()
      perform(action, &state)
      // The next one's may have been waiting for this one's end.
      while let next = state.waiting.removeValue(forKey: state.head), !state.isBroken {
        for action in next { perform(action, &state) }
      }
    }
  }

  /// Draws how far the recordings are.
  func draw(_ position: ProgressBoard.Position) {
    state.withLock { $0.progress?.draw(position) }
  }

  /// Ends all output; the first fault.
  func close() -> Fault? {
    state.withLock { state in
      state.progress?.clear()
      state.outputs.close()
      return state.fault ?? state.outputs.fault
    }
  }

  private func perform(_ action: Action, _ state: inout State) {
    let path = paths[state.head]
    let printer = state.printer ?? state.outputs.printer(for: path, name: isNamed ? path : nil)
    state.printer = printer
    do throws(Fault) {
      switch action {
      case .begin(let lamps): printer.begin(lamps: lamps)
      case .received(let received): try printer.write(received)
      case .note(let line): note("\(path): \(line)")
      case .fault(let fault):
        fault.report()
        state.fault = state.fault ?? fault
      case .end:
        try printer.finish()
        state.outputs.note(printer.fault)
        state.printer = nil
        state.head += 1
      }
    } catch {
      error.report()
      state.fault = state.fault ?? error
      state.isBroken = true
    }
  }
}

/// One recording's way out.
struct Outlet: Sendable {
  let output: OrderedOutput
  let index: Int

  func tell(_ fault: Fault) { output.say(.fault(fault), of: index) }
  func end() { output.say(.end, of: index) }
  func begin(lamps: Int) { output.say(.begin(lamps: lamps), of: index) }
  func note(_ line: String) { output.say(.note(line), of: index) }

  func write(_ received: [Received]) {
    if !received.isEmpty { output.say(.received(received), of: index) }
  }

  /// Whether the recording need not be read on.
  var isClosed: Bool { Interruption.isRequested || output.isBroken }
}
