import ArgumentParser
import Foundation
import Scene

/// The flags that say what the lamp looks like.
struct LampOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Radius of the lamp in pixels (fractions too), or full: it lights the whole picture.",
      valueName: "pixels|full"))
  var lampRadius: RadiusArgument = .pixels(40)

  @Option(
    help: ArgumentHelp(
      "Where it is, in pixels from the upper left corner (default: the middle).",
      valueName: "x,y"))
  var lampPlace: Point?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Luma steps that it adds while lit; may pass white; negative: it darkens.",
      valueName: "steps"))
  var lampLight = 120.0

  @Option(
    name: [.customLong("lamp-color"), .customLong("lamp-colour")],
    help: ArgumentHelp("white, warm, red, green, blue or #RRGGBB.", valueName: "color"))
  var lampColor: ColorArgument = .white

  @Option(
    help: ArgumentHelp(
      "Radius of a halo that grows with the light, in pixels.", valueName: "pixels"))
  var lampHalo: Double?

  @Option(
    help: ArgumentHelp(
      "Luma steps in the halo's middle (default: a third of the lamp's).", valueName: "steps"))
  var haloLight: Double?

  @Option(
    help: ArgumentHelp("Seconds in which the halo comes to 63 %.", valueName: "seconds"))
  var haloGrowth = 0.08

  @Option(
    help: ArgumentHelp(
      "The first lamp's light seen elsewhere, by a part of its strength; may be given several times.",
      valueName: "x,y,radius,part"))
  var reflection: [ReflectionArgument] = []

  @Option(
    help: ArgumentHelp(
      "Seconds by which each further lamp begins after the one before.", valueName: "seconds"))
  var stagger = 0.0

  @Option(
    help: ArgumentHelp(
      "Seconds in which the lamp comes to 63 % of its light (a filament: 0.05).",
      valueName: "seconds"))
  var lampRise = 0.0

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Pixels a second that the lamp moves by.", valueName: "x,y"))
  var lampDrift: Point?

  @Option(
    help: ArgumentHelp(
      "Scintillation: standard deviation of the logarithm of its light.", valueName: "part"))
  var twinkle = 0.0

  @Option(
    name: .customLong("lamp"),
    help: ArgumentHelp(
      "A further lamp with a text of its own; may be given several times.",
      valueName: "text@x,y[,radius[,color]]"))
  var furtherLamps: [LampArgument] = []

  func validate() throws {
    guard abs(lampLight) <= 100_000 else {
      throw ValidationError("--lamp-light must be -100000 to 100000 luma steps")
    }
    if let lampHalo, !(lampHalo > 0 && lampHalo <= 10_000) {
      throw ValidationError("--lamp-halo must be more than 0 and at most 10000 pixels")
    }
    guard lampHalo != nil || (haloLight == nil && haloGrowth == 0.08) else {
      throw ValidationError("--halo-light and --halo-growth are of --lamp-halo: give that too")
    }
    if let haloLight, !(abs(haloLight) <= 100_000) {
      throw ValidationError("--halo-light must be -100000 to 100000 luma steps")
    }
    guard (0...60).contains(haloGrowth) else {
      throw ValidationError("--halo-growth must be 0 to 60 seconds")
    }
    guard (0...3600).contains(stagger) else {
      throw ValidationError("--stagger must be 0 to 3600 seconds")
    }
    guard stagger == 0 || !furtherLamps.isEmpty else {
      throw ValidationError("--stagger is of further lamps: give --lamp too")
    }
    guard (0...60).contains(lampRise) else {
      throw ValidationError("--lamp-rise must be 0 to 60 seconds")
    }
    guard (0...5).contains(twinkle) else { throw ValidationError("--twinkle must be 0 to 5") }
  }

  /// Gives a lamp the looks asked for; place and radius are its own.
  func dress(_ lamp: inout Lamp) {
    lamp.riseTime = lampRise
    lamp.velocityX = lampDrift?.x ?? 0
    lamp.velocityY = lampDrift?.y ?? 0
    lamp.twinkle = twinkle
    // A halo is some third of what the lamp itself adds, where the sensor is not saturated.
    lamp.halo = lampHalo.map {
      Halo(added: haloLight ?? lamp.added / 3, radius: $0, growTime: haloGrowth)
    }
  }
}

/// `40`, or `full`.
enum RadiusArgument: Hashable, ExpressibleByArgument {
  case pixels(Double)
  case full

  init?(argument: String) {
    if argument == "full" {
      self = .full
    } else if let radius = Double(argument), radius > 0, radius <= 100_000 {
      self = .pixels(radius)
    } else {
      return nil
    }
  }

  var defaultValueDescription: String {
    switch self {
    case .pixels(let radius): radius == radius.rounded() ? String(Int(radius)) : String(radius)
    case .full: "full"
    }
  }

  var radius: Double {
    switch self {
    case .pixels(let radius): radius
    case .full: .infinity
    }
  }
}
