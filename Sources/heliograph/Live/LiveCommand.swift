import ArgumentParser
import Camera
import Receiver

/// `heliograph live`
struct LiveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "live",
    abstract: "Prints the Morse that a camera sees, as it comes.",
    discussion: """
      Point the camera at the lamp and keep it still. On a terminal a view helps to aim; its keys \
      are + and - (sensitivity), r (recalibrate) and q (quit). 'heliograph devices' lists cameras.
      """)

  @Option(
    help: ArgumentHelp("The camera; left out, the first that is found.", valueName: "path"),
    completion: .file())
  var device: String?

  @Option(help: ArgumentHelp("The picture's size.", valueName: "WxH"))
  var size: PictureSize?

  @Option(help: ArgumentHelp("Frames a second.", valueName: "rate"))
  var fps: Double?

  @Flag(help: "Leave exposure, white balance and focus to the camera.")
  var noLock = false

  @Flag(help: "When the camera goes away, wait for it to come back.")
  var reconnect = false

  @OptionGroup var light: LightOptions
  @OptionGroup var sound: SidetoneOptions

  @OptionGroup var outputs: OutputOptions

  func validate() throws {
    if let fps, !(fps > 0 && fps <= 1000) {
      throw ValidationError("--fps must be more than 0 and at most 1000")
    }
  }

  func run() throws {
    Interruption.watch()
    let request = Camera.Request(
      path: device, width: size?.width, height: size?.height, rate: fps)
    if let request = outputs.output.first(where: \.isForEach) {
      throw Fault(.usage, "\(request.path): {} stands for a recording's name; a camera has none")
    }
    let outputSet = try OutputSet(outputs, besides: sound.written)
    var session = try LiveSession(
      request: request, options: light.receiverOptions, sensitivity: light.sensitivity,
      sound: sound, printer: outputSet.printer(), locksControls: !noLock, reconnects: reconnect)
    try session.run()
    outputSet.close()
    if let fault = outputSet.fault { throw ExitCode(fault.status.rawValue) }
  }
}
