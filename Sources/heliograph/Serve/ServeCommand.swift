import ArgumentParser
import Camera
import Foundation

/// `heliograph serve`
struct ServeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Listens for days, with a page to watch and a history.",
    discussion: """
      With no option it serves the first camera on http://127.0.0.1:8080. Programs and light sensors \
      talk to it over HTTP: Docs/station.md and Docs/openapi.yaml say how.
      """)

  @Option(
    help: ArgumentHelp(
      "A camera; may be given several times. Left out, the first that is found.",
      valueName: "path"), completion: .file())
  var device: [String] = []

  @Option(help: ArgumentHelp("The cameras' picture size.", valueName: "WxH"))
  var size: PictureSize?

  @Option(help: ArgumentHelp("The cameras' frames a second.", valueName: "rate"))
  var fps: Double?

  @Flag(help: "Leave exposure, white balance and focus to the cameras.")
  var noLock = false

  @Option(
    help: ArgumentHelp(
      "A video or a trace that is played in real time in place of a camera; may be given several times.",
      valueName: "file"), completion: .file())
  var play: [String] = []

  @Flag(help: "Play again and again.")
  var loop = false

  @Option(help: ArgumentHelp("The address to listen on.", valueName: "address"))
  var host = "127.0.0.1"

  @Option(help: ArgumentHelp("The port; 0: a free one, which is told.", valueName: "number"))
  var port = 8080

  @Option(
    help: ArgumentHelp(
      "A file whose first line is the token that clients have to know. HELIOGRAPH_TOKEN does it too.",
      valueName: "path"), completion: .file())
  var tokenFile: String?

  @Flag(help: "Let everybody in who reaches the address, without a token.")
  var insecure = false

  @Option(
    help: ArgumentHelp(
      "Another name by which browsers call the machine; may be given several times.",
      valueName: "name"))
  var hostName: [String] = []

  @Option(
    help: ArgumentHelp(
      "The SQLite file of the history; left out, one in the user's state folder.",
      valueName: "path"), completion: .file())
  var history: String?

  @Option(help: ArgumentHelp("Remove messages that are older.", valueName: "days"))
  var keep: Double?

  @OptionGroup var light: LightOptions

  func validate() throws {
    guard (0...65535).contains(port) else { throw ValidationError("--port must be 0 to 65535") }
    if let keep, !(keep > 0 && keep <= 36_500) {
      throw ValidationError("--keep must be more than 0 days and at most 36500")
    }
    if let fps, !(fps > 0 && fps <= 1000) {
      throw ValidationError("--fps must be more than 0 and at most 1000")
    }
    if !play.isEmpty, !device.isEmpty || size != nil || fps != nil || noLock {
      throw ValidationError("give either --play or cameras, not both")
    }
    if loop, play.isEmpty { throw ValidationError("--loop needs --play") }
  }

  func run() throws {
    try ServiceRun(command: self).run()
  }
}
