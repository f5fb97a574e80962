import Glibc

/// The stream of an open camera: buffers go round, and what goes wrong is told apart.
final class CaptureStream {
  enum Outcome {
    /// A whole picture, in time; its time in Unix seconds. To be given back.
    case buffer(FilledBuffer, time: Double)
    case stalled(Double)
    case restarted(CameraError)
    case interrupted
  }

  let device: VideoDevice
  private let path: String
  /// A frame that is older than this, in seconds, when it comes out of the driver is passed over.
  private let latest: Double
  private var clock = BufferClock()
  private var sequence = SequenceCounter()
  private var losses = Losses()
  /// Buffers that the driver would not take back yet.
  private var waiting: [UInt32] = []
  private var lastFrame = MonotonicClock.now
  private let unixOffset = MonotonicClock.unixOffset
  private var isOpen = true
  private var restartsInARow = 0
  private var revival: Revival
  /// Whether the last try to begin a silent stream anew failed: there is nothing to wait for before the next.
  private var isStopped = false

  /// Enough to lose nothing while we are held up for a quarter of a second at 30 frames a second.
  private static let bufferCount = 8
  /// Starts in a row that bring no frame, after which the camera counts as broken.
  private static let mostRestarts = 5

  /// Starts the stream. `interval`: seconds between frames, where known.
  init(device: VideoDevice, path: String, interval: Double?) throws(CameraError) {
    self.device = device
    self.path = path
    // All buffers but the one that is lent and the one that is being filled. Passing over the
    // oldest from then on lets the rest through evenly; the driver would drop in bursts.
    latest = Double(CaptureStream.bufferCount - 2) * (interval ?? 1.0 / 30)
    revival = Revival(interval: interval, now: MonotonicClock.now)
    var attempt = 1
    while true {
      do throws(VideoDevice.Failure) {
        try start()
        return
      } catch {
        guard attempt < 3, !CameraError.isFinal(error.code) else {
          throw CameraError(error, path: path)
        }
        attempt += 1
        usleep(100_000)
        // Buffers that were queued already are taken back.
        try? device.setStreaming(false)
      }
    }
  }

  private func start() throws(VideoDevice.Failure) {
    waiting = []
    if device.bufferCount == 0 { try device.map(count: CaptureStream.bufferCount) }
    for index in 0..<device.bufferCount { try device.queue(UInt32(index)) }
    try device.setStreaming(true)
    sequence = SequenceCounter()
  }

  /// Waits until there is something to tell. Damaged and late pictures are counted and passed over.
  func next(until deadline: Double, interruption: CameraInterruption) throws(CameraError) -> Outcome
  {
    guard isOpen else {
      throw CameraError(code: .noDevice, path: path, message: "the camera was closed")
    }
    while true {
      let now = MonotonicClock.now
      let ready = CameraInterruption.poll(
        [interruption.descriptor, isStopped ? -1 : device.descriptor], seconds: deadline - now)
      if ready[0] { return .interrupted }
      guard ready[1] else { break }
      do throws(VideoDevice.Failure) {
        retryWaiting()
        guard let buffer = try device.dequeue() else {
          // Ready but empty: an error was polled that is over, or a device that cannot be polled.
          if MonotonicClock.now >= deadline { break }
          usleep(2000)
          continue
        }
        if let time = judge(buffer) {
          lastFrame = MonotonicClock.now
          revival.noteFrame(at: lastFrame)
          restartsInARow = 0
          return .buffer(buffer, time: time)
        }
        giveBack(buffer)
      } catch {
        return try recover(from: error, interruption: interruption)
      }
    }
    return try silence()
  }

  /// The time of a picture that is whole and not late, in Unix seconds; others are counted.
  private func judge(_ buffer: FilledBuffer) -> Double? {
    losses.missed += sequence.missing(before: buffer.sequence)
    let arrival = MonotonicClock.now
    let time = clock.time(
      stamp: buffer.stamp, arrival: arrival, isMonotonic: buffer.isMonotonic)
    if buffer.isDamaged || buffer.bytesUsed == 0 {
      losses.damaged += 1
      return nil
    }
    if arrival - time > latest {
      losses.late += 1
      return nil
    }
    return time + unixOffset
  }

  /// Returns a buffer to the driver. One that it does not take is offered again with the next.
  func giveBack(_ buffer: FilledBuffer) {
    do throws(VideoDevice.Failure) {
      try device.queue(buffer.index)
    } catch {
      waiting.append(buffer.index)
    }
  }

  private func retryWaiting() {
    guard !waiting.isEmpty else { return }
    let all = waiting
    waiting = []
    for index in all {
      do throws(VideoDevice.Failure) {
        try device.queue(index)
      } catch {
        waiting.append(index)
      }
    }
  }

  func countDamaged() { losses.damaged += 1 }

  /// What was lost since the last call.
  func takeLosses() -> Losses {
    defer { losses = Losses() }
    return losses
  }

  /// Begins the stream anew after a fault that is not the end of the camera.
  private func recover(
    from failure: VideoDevice.Failure, interruption: CameraInterruption
  ) throws(CameraError) -> Outcome {
    let first = CameraError(failure, path: path)
    if CameraError.isFinal(failure.code) { throw first }
    while restartsInARow < CaptureStream.mostRestarts {
      // 0, 0.1, 0.2, 0.4, 0.8 seconds: a camera that resets itself is away for about a second.
      let pause = restartsInARow == 0 ? 0 : 0.05 * Double(1 << restartsInARow)
      restartsInARow += 1
      if interruption.wait(seconds: pause) { return .interrupted }
      do throws(VideoDevice.Failure) {
        try device.setStreaming(false)
        try start()
        return .restarted(first)
      } catch {
        if CameraError.isFinal(error.code) { throw CameraError(error, path: path) }
      }
    }
    throw first
  }

  /// Nothing came: the stream is begun anew if that has lasted long.
  private func silence() throws(CameraError) -> Outcome {
    let silent = MonotonicClock.now - lastFrame
    guard revival.isDue(at: MonotonicClock.now) else { return .stalled(silent) }
    isStopped = true
    do throws(VideoDevice.Failure) {
      try device.setStreaming(false)
      try start()
    } catch {
      // A camera that answers nothing now may do so later.
      if CameraError.isFinal(error.code) { throw CameraError(error, path: path) }
      return .stalled(silent)
    }
    isStopped = false
    let message = "no frame for \(Int(silent.rounded())) s"
    return .restarted(CameraError(code: .inputOutput, path: path, message: message))
  }

  func close() {
    guard isOpen else { return }
    isOpen = false
    try? device.setStreaming(false)
    device.close()
  }
}
