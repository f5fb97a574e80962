import ArgumentParser
import Foundation
import Receiver

/// `heliograph decode FILE...`
struct DecodeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "decode",
    abstract: "Prints the Morse that a recording shows.",
    discussion: """
      A recording is any video that FFmpeg reads, or a CSV trace with the header time,luma \
      (seconds; any linear unit of brightness) or time,state (1: on from here, 0: off). \
      - is standard input.
      """)

  @Argument(help: "Recordings.", completion: .file())
  var files: [String]

  @OptionGroup var light: LightOptions
  @OptionGroup var sound: SidetoneOptions

  @OptionGroup var outputs: OutputOptions

  func validate() throws {
    if sound.sidetoneFile != nil, files.count > 1 {
      throw ValidationError("--sidetone-file holds one recording: give one at a time")
    }
  }

  /// Decodes one file after another. One bad file does not stop the rest; the first fault's code
  /// is the command's.
  func run() throws {
    Interruption.watch()
    let outputSet = try OutputSet(outputs, inputs: files, isNamed: files.count > 1)
    var fault: Fault?
    for file in files where !Interruption.isRequested {
      let printer = outputSet.printer(for: file, name: files.count > 1 ? file : nil)
      do {
        let sound = RecordingSound(sound)
        try Decoding(path: file, options: light.receiverOptions, sound: sound).run(printer)
        if !printer.hasPrinted { note("\(file): nothing received") }
      } catch {
        error.report()
        fault = fault ?? error
        if error.isOfOutput { break }
      }
      outputSet.note(printer.fault)
    }
    outputSet.close()
    if let fault = fault ?? outputSet.fault { throw ExitCode(fault.status.rawValue) }
  }
}
