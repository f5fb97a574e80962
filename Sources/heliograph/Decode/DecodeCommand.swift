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

      Examples:
        heliograph decode clip.mp4
        heliograph decode clip.mp4 --output clip.srt --plot clip.svg --explain
        heliograph decode --recursive recordings --format jsonl --output '{}.srt'
      """)

  @OptionGroup var inputs: InputOptions
  @OptionGroup(title: "Output") var outputs: OutputOptions
  @OptionGroup(title: "Report") var report: ReportOptions
  @OptionGroup(title: "Light") var light: LightOptions
  @OptionGroup(title: "Sound") var sound: SidetoneOptions

  /// Decodes the files, several at once; what is printed comes in their order. One bad file does not
  /// stop the rest; the first fault's code is the command's.
  func run() throws {
    Interruption.watch()
    let list = InputList(inputs)
    for fault in list.faults { fault.report() }
    for line in list.notes { note(line) }
    let paths = list.paths
    let isNamed = inputs.isNamed(paths)
    if paths.count > 1, let plot = report.plot, !plot.isForEach {
      throw Fault(
        .usage, "\(plot.path): a plot is of one recording; name one for each, as '{}.svg'")
    }
    if paths.count > 1, sound.sidetoneFile != nil {
      throw Fault(.usage, "--sidetone-file holds one recording: give one at a time")
    }
    // What is played is heard one after another.
    let concurrency = sound.sidetone ? min(1, paths.count) : inputs.concurrency(paths)
    let output = OrderedOutput(
      paths: paths, isNamed: isNamed,
      outputs: try OutputSet(
        outputs, inputs: paths, isNamed: isNamed, besides: report.written + sound.written),
      progress: ProgressLine())
    let board = ProgressBoard(paths: paths)
    var options = light.receiverOptions
    options.keepsFindings = report.isWanted
    let jobs = DecodeJobs(output: output, board: board, concurrency: concurrency) {
      [options, report, sound] index in
      let outlet = Outlet(output: output, index: index)
      var decoding = Decoding(
        path: paths[index], options: options, report: report, outlet: outlet, board: board,
        sound: RecordingSound(sound))
      // FFmpeg's own threads are of use where recordings do not share the cores already.
      if concurrency > 1 { decoding.threads = 1 }
      decoding.run()
    }
    jobs.run()
    if let fault = list.faults.first ?? output.close() {
      throw ExitCode(fault.status.rawValue)
    }
  }
}
