import CALSA
import Glibc

/// A sound output, as `devices` shows it.
public struct SoundOutput: Hashable, Sendable {
  /// What ALSA opens it by.
  public var name: String
  /// What it is called.
  public var label: String
}

/// The sound outputs that ALSA can play to.
public enum SoundOutputList {
  /// "default" first, where it can be played to; then those of the cards.
  public static func find() -> [SoundOutput] {
    sound_be_quiet()
    var outputs: [SoundOutput] = []
    if isUsable("default") {
      outputs.append(SoundOutput(name: "default", label: "the system's choice"))
    }
    var card: Int32 = -1
    while snd_card_next(&card) >= 0, card >= 0 { outputs += self.outputs(of: card) }
    return outputs
  }

  private static func outputs(of card: Int32) -> [SoundOutput] {
    var control: OpaquePointer?
    guard snd_ctl_open(&control, "hw:\(card)", 0) >= 0, let control else { return [] }
    defer { snd_ctl_close(control) }
    var information: OpaquePointer?
    snd_ctl_card_info_malloc(&information)
    defer { snd_ctl_card_info_free(information) }
    guard snd_ctl_card_info(control, information) >= 0 else { return [] }
    let id = text(snd_ctl_card_info_get_id(information))
    let name = text(snd_ctl_card_info_get_name(information))
    var outputs: [SoundOutput] = []
    var pcm: OpaquePointer?
    snd_pcm_info_malloc(&pcm)
    defer { snd_pcm_info_free(pcm) }
    var device: Int32 = -1
    while snd_ctl_pcm_next_device(control, &device) >= 0, device >= 0 {
      snd_pcm_info_set_device(pcm, UInt32(device))
      snd_pcm_info_set_subdevice(pcm, 0)
      snd_pcm_info_set_stream(pcm, SND_PCM_STREAM_PLAYBACK)
      guard snd_ctl_pcm_info(control, pcm) >= 0 else { continue }
      outputs.append(
        SoundOutput(
          name: "plughw:CARD=\(id),DEV=\(device)",
          label: "\(name), \(text(snd_pcm_info_get_name(pcm)))"))
    }
    return outputs
  }

  /// Whether it opens; one that is in use would, too.
  private static func isUsable(_ name: String) -> Bool {
    var handle: OpaquePointer?
    let result = snd_pcm_open(&handle, name, SND_PCM_STREAM_PLAYBACK, SND_PCM_NONBLOCK)
    if let handle { snd_pcm_close(handle) }
    return result >= 0 || result == -EBUSY
  }

  private static func text(_ characters: UnsafePointer<CChar>?) -> String {
    characters.map { String(cString: $0) } ?? ""
  }
}
