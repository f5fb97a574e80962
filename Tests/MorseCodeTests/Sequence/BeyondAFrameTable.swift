import Foundation
import Testing

@testable import MorseCode

/// Prints the table of Docs/beyond-a-frame.md:
///
///     BEYOND_A_FRAME=1 swift test -c release -Xswiftc -enable-testing --filter BeyondAFrameTable
@Suite("The table of Docs/beyond-a-frame.md")
struct BeyondAFrameTable {
  @Test(
    "is printed on demand",
    .enabled(if: ProcessInfo.processInfo.environment["BEYOND_A_FRAME"] != nil))
  func table() {
    let exposures = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0]
    var lines = ["| dot in frames | " + exposures.map { "\($0)" }.joined(separator: " | ") + " |"]
    lines.append("|" + String(repeating: " --- |", count: exposures.count + 1))
    for dot in [1.2, 1.1, 1.0, 0.9, 0.8, 0.7, 0.6, 0.5, 0.45, 0.4] {
      let cells = exposures.map { exposure in
        let rate = errorRate(dot: dot, seeds: 3) { $0.exposure = exposure }
        // The part of all dots and gaps of one dot that begin and end while the shutter is closed.
        let unseen = max(0, 1 - exposure - dot)
        return String(format: "%.1f", rate) + (unseen > 1e-9 ? " (\(Int(100 * unseen + 0.5)))" : "")
      }
      lines.append("| \(dot) | " + cells.joined(separator: " | ") + " |")
    }
    print(lines.joined(separator: "\n"))
  }
}
