import ArgumentParser
import Sidetone

/// The flags of commands that can let the Morse sound.
struct SidetoneOptions: ParsableArguments {
  @Flag(
    help: """
      Sound a tone where the light is: live at once, a recording in real time. Of several lamps, \
      the first.
      """)
  var sidetone = false

  @Option(
    help: ArgumentHelp("Write that tone into a WAV file.", valueName: "out.wav"),
    completion: .file(extensions: ["wav"]))
  var sidetoneFile: String?

  @Option(help: ArgumentHelp("The tone's frequency.", valueName: "hertz"))
  var tone = 600.0

  @Option(help: ArgumentHelp("The ALSA output that it sounds on.", valueName: "name"))
  var audioDevice = "default"

  func validate() throws {
    guard (50...5000).contains(tone) else {
      throw ValidationError("--tone must be 50 to 5000 Hz")
    }
  }

  /// What is written, and by which flag.
  var written: [(request: OutputRequest, flag: String)] {
    sidetoneFile.map { [(OutputRequest(path: $0), "--sidetone-file")] } ?? []
  }

  /// The file that was asked for, created; nil where none was.
  func createFile() throws(Fault) -> SidetoneFile? {
    guard let sidetoneFile else { return nil }
    do {
      return try SidetoneFile(path: sidetoneFile, frequency: tone, start: nil)
    } catch {
      throw Fault(error)
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
