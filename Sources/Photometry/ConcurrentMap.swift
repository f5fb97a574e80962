import Dispatch
import Synchronization

extension Array where Element: Sendable {
  /// What `transform` makes of each, in order; one after another but where all processors may help.
  package func map<Result: Sendable>(
    concurrently: Bool, _ transform: @Sendable (Element) -> Result
  ) -> [Result] {
    concurrently ? mapConcurrently(transform) : map(transform)
  }

  /// What `transform` makes of each, in order, as many at once as there are processors.
  package func mapConcurrently<Result: Sendable>(
    _ transform: @Sendable (Element) -> Result
  ) -> [Result] {
    let results = Mutex([Result?](repeating: nil, count: count))
    DispatchQueue.concurrentPerform(iterations: count) { index in
      let result = transform(self[index])
      results.withLock { $0[index] = result }
    }
    return results.withLock { $0.compactMap(\.self) }
  }
}
