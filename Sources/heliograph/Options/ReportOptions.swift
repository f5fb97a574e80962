import ArgumentParser

/// The flags that show what happened, and why.
struct ReportOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Draw the recording as a strip chart: level, threshold, elements, letters, speed, and a still \
      with the lamps marked. {} stands for the recording's name without its ending.
      """,
      valueName: "file.svg"),
    completion: .file(extensions: ["svg"]))
  var plot: OutputRequest?

  @Flag(help: "Say what was found, and why nothing, or nonsense, was received.")
  var explain = false

  func validate() throws {
    guard let plot else { return }
    guard plot.format == nil, plot.path.lowercased().hasSuffix(".svg") else {
      throw ValidationError("--plot draws SVG: name a file that ends in .svg")
    }
  }

  /// What it writes, and by which flag.
  var written: [(request: OutputRequest, flag: String)] { plot.map { [($0, "--plot")] } ?? [] }

  /// Whether the receiver is to keep what it found.
  var isWanted: Bool { explain || plot != nil }
}
