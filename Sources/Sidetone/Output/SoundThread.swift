import Dispatch
import Foundation
import Synchronization

/// Asks a source for samples and plays them, on a thread of its own.
final class SoundThread: Sendable {
  /// Gives samples: how many, at which rate, and how many seconds until the first of them sounds.
  /// nil ends the thread.
  typealias Source = @Sendable (_ count: Int, _ rate: Int, _ delay: Double) -> [Int16]?

  private let device: String
  private let isLasting: Bool
  private let source: Source
  private let notice: @Sendable (Sidetone.Notice) -> Void
  private let isCancelled = Atomic<Bool>(false)
  private let end = DispatchSemaphore(value: 0)

  /// Seconds that are rendered at a time.
  private static let portion = 0.005
  /// Seconds of sound that wait in the buffer: four portions. With the portion that is being
  /// rendered it makes 25 ms at most from the key to the sound.
  private static let latency = 0.02
  /// Seconds between looks for a card that was missing.
  private static let pause = 2.0

  /// `isLasting`: a card that is missing or vanishes is waited for; else the thread ends.
  init(
    device: String, isLasting: Bool, notice: @escaping @Sendable (Sidetone.Notice) -> Void,
    source: @escaping Source
  ) {
    self.device = device
    self.isLasting = isLasting
    self.notice = notice
    self.source = source
    let thread = Thread { @Sendable [self] in
      run()
      end.signal()
    }
    thread.name = "sidetone"
    thread.start()
  }

  /// Ends the thread soon, whatever its source still has.
  func cancel() { isCancelled.store(true, ordering: .relaxed) }

  /// Waits until it has ended; false when it takes longer than `seconds`.
  func wait(seconds: Double) -> Bool {
    let ended = end.wait(timeout: .now() + seconds) == .success
    if ended { end.signal() }
    return ended
  }

  private var isOver: Bool { isCancelled.load(ordering: .relaxed) }

  private func run() {
    var wasMissing = false
    while !isOver {
      do throws(SidetoneError) {
        let output = try PCMOutput(device: device, latency: SoundThread.latency)
        if wasMissing { notice(.isBack) }
        wasMissing = false
        try play(output)
        return
      } catch {
        if !wasMissing { notice(.isMissing(error)) }
        wasMissing = true
        guard isLasting, waitForCard() else { return }
      }
    }
  }

  /// Keeps the source going as if it were heard; false when it ended.
  private func waitForCard() -> Bool {
    let end = Date(timeIntervalSinceNow: SoundThread.pause)
    while Date() < end, !isOver {
      Thread.sleep(forTimeInterval: 0.02)
      if source(960, 48_000, 0) == nil { return false }
    }
    return !isOver
  }

  private func play(_ output: PCMOutput) throws(SidetoneError) {
    let count = Int(Double(output.rate) * SoundThread.portion)
    var lead = Lead()
    while !isOver {
      // A card whose buffer is longer than asked for is filled no further than that.
      let excess = output.queued - (SoundThread.latency - SoundThread.portion)
      if excess > 0 {
        Thread.sleep(forTimeInterval: min(excess, SoundThread.portion))
        continue
      }
      guard let samples = source(count, output.rate, output.delay) else {
        output.drain()
        return
      }
      try output.write(samples)
      lead.wait(after: SoundThread.portion)
    }
    output.drop()
  }
}

/// Keeps an output that takes everything at once (a file) from running ahead of time.
private struct Lead {
  private var seconds = 0.0
  private var last = Date()

  /// Waits when more than a tenth of a second was played ahead. A clock of the card's own that is
  /// quicker by less than a thousandth never comes to that.
  mutating func wait(after played: Double) {
    let now = Date()
    seconds = max(0, seconds - 1.001 * max(0, now.timeIntervalSince(last))) + played
    last = now
    if seconds > 0.1 { Thread.sleep(forTimeInterval: seconds - 0.1) }
  }
}
