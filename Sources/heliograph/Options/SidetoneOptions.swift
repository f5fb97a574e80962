import ArgumentParser
import Sidetone

/// The flags of commands that can let the Morse sound.
struct SidetoneOptions: ParsableArguments {
  @Flag(help: "Sound a tone where the light is.")
  var sidetone = false

  @Option(help: ArgumentHelp("The tone's frequency.", valueName: "hertz"))
  var tone = 600.0

  @Option(help: ArgumentHelp("The ALSA output that it sounds on.", valueName: "name"))
  var audioDevice = "default"

  func validate() throws {
    guard (50...5000).contains(tone) else {
      throw ValidationError("--tone must be 50 to 5000 Hz")
    }
  }

  /// Says on standard error what became of the sound card.
  static func notice(_ notice: Sidetone.Notice) {
    switch notice {
    case .isMissing(let error): note("\(error); going on without sound")
    case .isBack: note("the sound is back")
    }
  }
}
