import ArgumentParser
import Foundation
import MorseCode
import Photometry
import Scene
import VideoFile

/// `heliograph encode`: a text becomes light.
struct EncodeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "encode",
    abstract: "Renders a message as a flashing lamp, into a video or a brightness trace.",
    discussion: """
      The output's ending says what it becomes: mp4, mov, mkv, webm, avi or gif is a video, csv a \
      trace (`time,luma`, or `time,state` with --trace state), - a trace on standard output. An \
      existing file is replaced. The same flags give the same pictures. --flash keys a light in real time: \
      of the other flags it heeds those of the keying, --lead, --tail and --seed.

      Examples:
        heliograph encode "CQ CQ DE K1ABC" -o cq.mp4
        heliograph encode SOS -o far.mkv --size 1280x720 --lamp-radius 1.5
        heliograph encode ONE -o two.mp4 --lamp-place 90,90 --lamp "TWO@500,90"
        echo MEET AT NOON | heliograph encode - -o trace.csv --wpm 20
        heliograph encode "SOS SOS" --flash screen --repeat 3
      """)

  @Argument(help: "The text; prosigns as <SK>; - reads it from standard input.")
  var text: String

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("What is written: a video, a .csv trace, or -.", valueName: "file"))
  var output: String?

  @Option(
    help: ArgumentHelp(
      "Send it now, in real time, by this terminal (screen) or by an LED of /sys/class/leds.",
      valueName: "screen|led:name"))
  var flash: FlashTarget?

  @OptionGroup(title: "Keying") var keying: KeyingOptions
  @OptionGroup(title: "Lamp") var lamp: LampOptions
  @OptionGroup(title: "Scene") var scene: SceneOptions
  @OptionGroup(title: "Camera") var camera: CameraOptions
  @OptionGroup(title: "File") var file: FileOptions

  mutating func validate() throws {
    guard (output == nil) != (flash == nil) else {
      throw ValidationError("give either --output FILE or --flash screen|led:NAME")
    }
    if flash != nil, !lamp.furtherLamps.isEmpty || !lamp.reflection.isEmpty {
      throw ValidationError("--flash sends one text: leave --lamp and --reflection out")
    }
    if flash != nil, scene.lead < 0 {
      throw ValidationError("--flash sends the whole text: --lead must be 0 or more")
    }
    let longest = 10_000_000.0
    if let duration = scene.duration, duration * camera.fps > longest {
      throw ValidationError("--duration x --fps must be at most 10 million pictures")
    }
  }

  func run() throws {
    if let flash { return try send(by: flash) }
    let scene = try makeScene()
    guard let output else { return }
    if output == "-" || TraceFile.isNamed(output) {
      guard lamp.furtherLamps.isEmpty, lamp.reflection.isEmpty else {
        throw Fault(
          .usage, "a trace holds one lamp: leave --lamp and --reflection out, or write a video")
      }
      try TraceFile(path: output, kind: file.trace).write(scene)
    } else {
      try VideoOutput(path: output, options: file).write(scene)
    }
    warn(about: scene)
  }

  /// Keys a light of this machine.
  private func send(by target: FlashTarget) throws {
    let keyed = try keying.keying(of: try message(), seed: file.seed)
    guard !keyed.events.isEmpty else {
      throw Fault(.usage, "there is nothing to send; give a text")
    }
    let sender = RealTimeSender(events: keyed.events, lead: scene.lead, tail: scene.tail)
    switch target {
    case .screen: try sender.send(with: TerminalLight())
    case .led(let name): try sender.send(with: LEDLight(name: name))
    }
  }

  private func message() throws(Fault) -> String {
    text == "-" ? try TextInput.read() : text
  }

  /// The scene that the flags describe.
  private func makeScene() throws -> Scene {
    let message = try message()
    let size = scene.size
    var result = Scene(
      width: size.width, height: size.height, timing: camera.timing, lead: scene.lead,
      tail: scene.tail, fixedDuration: scene.duration, background: scene.backdrop,
      ambient: scene.ambient, motion: camera.motion, sensor: camera.sensor, seed: file.seed)
    let main = try keying.keying(of: message, seed: file.seed)
    if !main.events.isEmpty {
      var lit = Lamp(
        text: message, events: main.events, x: lamp.lampPlace?.x ?? Double(size.width) / 2,
        y: lamp.lampPlace?.y ?? Double(size.height) / 2, radius: lamp.lampRadius.radius,
        added: lamp.lampLight, color: lamp.lampColor.color)
      lamp.dress(&lit)
      result.lamps.append(lit)
      for mirror in lamp.reflection {
        result.lamps.append(
          lit.reflected(x: mirror.x, y: mirror.y, radius: mirror.radius, strength: mirror.part))
      }
    }
    for (index, further) in lamp.furtherLamps.enumerated() {
      // Each sender has a hand of its own.
      let keyed = try keying.keying(of: further.text, seed: file.seed &+ UInt64(index) &+ 1)
      var lit = Lamp(
        text: further.text,
        events: keyed.events.map {
          KeyEvent(time: $0.time + lamp.stagger * Double(index + 1), isDown: $0.isDown)
        }, x: further.x, y: further.y,
        radius: further.radius ?? lamp.lampRadius.radius, added: lamp.lampLight,
        color: (further.color ?? lamp.lampColor).color)
      lamp.dress(&lit)
      result.lamps.append(lit)
    }
    guard !result.lamps.allSatisfy(\.events.isEmpty) || scene.duration != nil else {
      throw Fault(.usage, "there is nothing to send; give a text (or --duration for none)")
    }
    guard result.duration * camera.fps <= 10_000_000 else {
      throw Fault(.usage, "that would be more than 10 million pictures; send less at a time")
    }
    result.distractors = scene.distractors(seconds: result.duration)
    return result
  }

  /// Says what no camera could read.
  private func warn(about scene: Scene) {
    // Where it moves, or the camera does, it may yet come into the picture.
    for lamp in scene.lamps where !lamp.touches(width: scene.width, height: scene.height) {
      note(
        String(
          format: "the lamp or reflection at %.0f,%.0f begins outside the picture of %dx%d",
          lamp.x, lamp.y, scene.width, scene.height))
    }
    let dot = keying.speed.dot
    guard dot * camera.fps < 1.5, !scene.lamps.isEmpty else { return }
    note(
      String(
        format: "a dot lasts %.0f ms, a picture %.0f ms: hardly readable; use a higher --fps",
        dot * 1000, 1000 / camera.fps))
  }
}

extension Lamp {
  /// Whether any of its disc is in a picture of such a size, the camera at rest.
  fileprivate func touches(width: Int, height: Int) -> Bool {
    x + radius > 0 && x - radius < Double(width) && y + radius > 0 && y - radius < Double(height)
  }
}
