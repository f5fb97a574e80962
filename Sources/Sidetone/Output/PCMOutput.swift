import CALSA
import Glibc

/// An open ALSA output: 16 bits, as few channels as the card allows.
///
/// Only here is ALSA called to play. Belongs to one thread.
final class PCMOutput {
  /// Samples a second of each channel.
  let rate: Int
  /// Samples that the buffer holds.
  let capacity: Int
  private(set) var underruns = 0

  private let device: String
  private let handle: OpaquePointer
  private let channels: Int

  /// Opens `device` with a buffer of about `latency` seconds.
  init(device: String, latency: Double) throws(SidetoneError) {
    sound_be_quiet()
    var opened: OpaquePointer?
    // Not blocking: a card that is in use is said, not waited for.
    let result = snd_pcm_open(&opened, device, SND_PCM_STREAM_PLAYBACK, SND_PCM_NONBLOCK)
    guard result >= 0, let opened else { throw PCMOutput.failure(result, device) }
    do throws(SidetoneError) {
      (rate, channels, capacity) = try PCMOutput.setUp(opened, device: device, latency: latency)
    } catch {
      snd_pcm_close(opened)
      throw error
    }
    snd_pcm_nonblock(opened, 0)
    handle = opened
    self.device = device
  }

  deinit { snd_pcm_close(handle) }

  private static func setUp(
    _ handle: OpaquePointer, device: String, latency: Double
  ) throws(SidetoneError) -> (rate: Int, channels: Int, capacity: Int) {
    var parameters: OpaquePointer?
    snd_pcm_hw_params_malloc(&parameters)
    defer { snd_pcm_hw_params_free(parameters) }
    var rate: UInt32 = 48_000
    var channels: UInt32 = 1
    var period = UInt32(latency / 4 * 1e6)
    var buffer = UInt32(latency * 1e6)
    var capacity: snd_pcm_uframes_t = 0
    let results = [
      snd_pcm_hw_params_any(handle, parameters),
      snd_pcm_hw_params_set_access(handle, parameters, SND_PCM_ACCESS_RW_INTERLEAVED),
      snd_pcm_hw_params_set_format(handle, parameters, SND_PCM_FORMAT_S16_LE),
      snd_pcm_hw_params_set_channels_near(handle, parameters, &channels),
      snd_pcm_hw_params_set_rate_near(handle, parameters, &rate, nil),
      snd_pcm_hw_params_set_period_time_near(handle, parameters, &period, nil),
      snd_pcm_hw_params_set_buffer_time_near(handle, parameters, &buffer, nil),
      snd_pcm_hw_params(handle, parameters),
      snd_pcm_hw_params_get_buffer_size(parameters, &capacity),
    ]
    if let bad = results.first(where: { $0 < 0 }) { throw failure(bad, device) }
    guard rate >= 8000, rate <= 1_000_000, channels > 0, capacity > 0 else {
      throw failure(-EINVAL, device)
    }
    return (Int(rate), Int(channels), Int(capacity))
  }

  /// Seconds until a sample that is written now would sound.
  var delay: Double {
    var frames: snd_pcm_sframes_t = 0
    return snd_pcm_delay(handle, &frames) >= 0 ? Double(max(frames, 0)) / Double(rate) : 0
  }

  /// Seconds of sound that wait in the buffer.
  var queued: Double {
    let free = snd_pcm_avail(handle)
    return free >= 0 ? Double(max(capacity - Int(free), 0)) / Double(rate) : 0
  }

  /// Writes samples to every channel; waits while the buffer is full. An underrun is put right.
  func write(_ samples: [Int16]) throws(SidetoneError) {
    let all = channels == 1 ? samples : samples.flatMap { Array(repeating: $0, count: channels) }
    var done = 0
    var attempts = 0
    while done < samples.count {
      let written = all.withUnsafeBufferPointer { all in
        snd_pcm_writei(
          handle, all.baseAddress?.advanced(by: done * channels),
          snd_pcm_uframes_t(samples.count - done))
      }
      if written > 0 {
        done += Int(written)
        attempts = 0
        continue
      }
      // EPIPE: the buffer ran empty. ESTRPIPE: the machine slept. EINTR: a signal.
      attempts += 1
      let result = snd_pcm_recover(handle, Int32(written), 1)
      guard result >= 0, attempts < 10 else {
        throw PCMOutput.failure(result < 0 ? result : -EIO, device)
      }
      if written == -Int(EPIPE) { underruns += 1 }
    }
  }

  /// Throws away what waits: nothing of it sounds.
  func drop() { snd_pcm_drop(handle) }

  /// Waits until everything has sounded.
  func drain() { snd_pcm_drain(handle) }

  private static func failure(_ result: Int32, _ device: String) -> SidetoneError {
    let cause = -result
    let code: SidetoneError.Code
    let message: String
    switch cause {
    case ENOENT, ENXIO:
      (code, message) = (.noDevice, "there is no such sound output")
    case ENODEV:
      (code, message) = (.noDevice, "the sound card is gone")
    case EBUSY:
      (code, message) = (.noDevice, "the sound output is in use by another program")
    case EACCES, EPERM:
      (code, message) = (
        .notPermitted, "no permission for the sound card: it is usually for the group audio"
      )
    default:
      (code, message) = (.noDevice, "no sound: \(String(cString: snd_strerror(result)))")
    }
    return SidetoneError(code: code, path: "sound output \(device)", message: message, cause: cause)
  }
}
