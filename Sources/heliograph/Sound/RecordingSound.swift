import MorseCode
import Photometry
import Receiver
import Sidetone

/// Lets one recording's Morse sound: in real time, or in a WAV file as long as the recording.
final class RecordingSound {
  private let options: SidetoneOptions
  private var file: SidetoneFile?
  private var playback: SidetonePlayback?
  private var isDown = false
  /// Seconds: the recording's first and last moment so far.
  private var span: (start: Double, end: Double)?

  /// nil where no sound was asked for.
  init?(_ options: SidetoneOptions) {
    guard options.sidetone || options.sidetoneFile != nil else { return nil }
    self.options = options
  }

  /// Creates the file. Throws where that cannot be.
  func open() throws(Fault) {
    file = try options.createFile()
  }

  /// The recording goes to `time` (seconds).
  func pass(_ time: Double) {
    guard time.isFinite else { return }
    span = (min(span?.start ?? time, time), max(span?.end ?? time, time))
  }

  /// Takes the light at `time` of a recording that is still coming.
  func follow(isLit: Bool, at time: Double) throws(Fault) {
    pass(time)
    begin()
    if isLit != isDown {
      isDown = isLit
      try key(KeyEvent(time: time, isDown: isLit))
    }
    playback?.advance(to: time)
  }

  /// Takes all that was received of a whole recording.
  func take(_ received: [Received]) throws(Fault) {
    begin()
    for case .light(1, let event) in received {
      try key(KeyEvent(time: event.time, isDown: event.isOn))
    }
  }

  /// Closes the file, and plays to the recording's end, or until somebody interrupts.
  func finish() throws(Fault) {
    begin()
    let end = span?.end ?? 0
    do throws(SidetoneError) {
      try file?.finish(at: end)
    } catch {
      throw Fault(error)
    }
    playback?.finish(at: end)
    while let playback, !playback.wait(seconds: 0.05) {
      if Interruption.isRequested { playback.cancel() }
    }
  }

  private func begin() {
    let start = span?.start ?? 0
    file?.begin(at: start)
    guard options.sidetone, playback == nil, span != nil else { return }
    playback = SidetonePlayback(
      device: options.audioDevice, frequency: options.tone, start: start,
      notice: SidetoneOptions.notice)
  }

  private func key(_ event: KeyEvent) throws(Fault) {
    playback?.consume(event)
    do throws(SidetoneError) {
      try file?.consume(event)
    } catch {
      throw Fault(error)
    }
  }
}
