import MorseCode
import Sidetone

/// Lets light sound as it comes: on a sound card at once, in a WAV file by its time.
///
/// It follows the light's state from frame to frame, so that what was held back, or is seen long
/// after, never sounds late.
final class LiveSound {
  private let card: Sidetone?
  private var file: SidetoneFile?
  private var isDown = false
  /// What ended the file early. Decoding went on.
  private(set) var fault: Fault?

  /// nil where no sound was asked for. Throws where the file cannot be created.
  init?(_ options: SidetoneOptions) throws(Fault) {
    guard options.sidetone || options.sidetoneFile != nil else { return nil }
    file = try options.createFile()
    card =
      options.sidetone
      ? Sidetone(
        device: options.audioDevice, frequency: options.tone, notice: SidetoneOptions.notice) : nil
  }

  /// The light is on or off at `time` (seconds).
  func follow(isLit: Bool, at time: Double) {
    if isLit != isDown {
      isDown = isLit
      card?.key(isDown: isLit)
      write { file throws(SidetoneError) in
        try file.consume(KeyEvent(time: time, isDown: isLit))
      }
    } else {
      write { file throws(SidetoneError) in try file.advance(to: time) }
    }
  }

  /// Lets the tone fade, and closes the file.
  func stop() {
    card?.stop()
    write { file throws(SidetoneError) in try file.finish() }
    file = nil
  }

  private func write(_ body: (SidetoneFile) throws(SidetoneError) -> Void) {
    guard let file else { return }
    do throws(SidetoneError) {
      try body(file)
    } catch {
      self.file = nil
      fault = Fault(error)
      note("\(error); going on without the sound's file")
    }
  }
}
