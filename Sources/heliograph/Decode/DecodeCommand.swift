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

  @Option(help: "What is printed: text (a line a message) or jsonl (an object a line).")
  var format: OutputFormat = .text

  func validate() throws {
    if sound.sidetoneFile != nil, files.count > 1 {
      throw ValidationError("--sidetone-file holds one recording: give one at a time")
    }
  }

  /// Decodes one file after another. One bad file does not stop the rest; the first fault's code
  /// is the command's.
  func run() throws {
    Interruption.watch()
    var fault: Fault?
    for file in files where !Interruption.isRequested {
      let printer = Printer(
        format: format, file: files.count > 1 ? file : nil, output: StandardOutput())
      do {
        let sound = RecordingSound(sound)
        try Decoding(path: file, options: light.receiverOptions, sound: sound).run(printer)
        if !printer.hasPrinted { note("\(file): nothing received") }
      } catch {
        error.report()
        fault = fault ?? error
        if error.isOfOutput { break }
      }
    }
    if let fault { throw ExitCode(fault.status.rawValue) }
  }
}
