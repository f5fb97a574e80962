public import ArgumentParser
import Photometry
public import VideoFile

/// The flags that say how the file is written.
struct FileOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "h264, hevc, vp9, av1, mjpeg, mpeg4, prores, ffv1 or gif (default: the ending's usual one).",
      valueName: "codec"))
  var codec: VideoWriter.Codec?

  @Option(help: "Weights of the luma: bt601, bt709 or bt2020.")
  var matrix: MatrixArgument = .bt601

  @Option(help: "Values for black and white: limited (16 to 235) or full.")
  var range: RangeArgument = .limited

  @Option(
    help: ArgumentHelp(
      "Degrees clockwise that a player is to turn the picture by: 0, 90, 180 or 270.",
      valueName: "degrees"))
  var rotate = 0

  @Option(
    help: ArgumentHelp(
      "What a .csv holds: luma (time,luma) or state (time,state: the key).", valueName: "kind"))
  var trace: TraceColumn = .luma

  @Option(help: ArgumentHelp("Another one gives other noise, sway and unevenness.", valueName: "n"))
  var seed: UInt64 = 0

  func validate() throws {
    guard [0, 90, 180, 270].contains(rotate) else {
      throw ValidationError("--rotate must be 0, 90, 180 or 270")
    }
  }
}

extension VideoWriter.Codec: ExpressibleByArgument {}

enum MatrixArgument: String, CaseIterable, ExpressibleByArgument {
  case bt601, bt709, bt2020

  var matrix: ColorMatrix {
    switch self {
    case .bt601: .bt601
    case .bt709: .bt709
    case .bt2020: .bt2020
    }
  }
}

enum RangeArgument: String, CaseIterable, ExpressibleByArgument {
  case limited, full

  var range: ValueRange { self == .full ? .full : .limited }
}
