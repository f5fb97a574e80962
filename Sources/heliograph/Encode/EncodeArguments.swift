import ArgumentParser
import Scene

/// `640x360`: pixels.
struct PictureSize: Hashable, ExpressibleByArgument {
  let width: Int
  let height: Int

  init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  init?(argument: String) {
    let numbers = argument.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 2, let width = numbers[0], let height = numbers[1],
      (1...16_384).contains(width), (1...16_384).contains(height)
    else { return nil }
    self.init(width: width, height: height)
  }

  var defaultValueDescription: String { "\(width)x\(height)" }
}

/// `X,Y`: pixels (fractions too), or pixels a second.
struct Point: Hashable, ExpressibleByArgument {
  let x: Double
  let y: Double

  init?(argument: String) {
    guard let numbers = FiniteNumbers(argument), numbers.values.count == 2 else { return nil }
    x = numbers.values[0]
    y = numbers.values[1]
  }
}

/// Numbers between commas.
struct FiniteNumbers {
  let values: [Double]

  init?(_ text: some StringProtocol) {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Double($0) }.filter { $0.isFinite && abs($0) <= 1e6 }
    guard numbers.count == parts.count else { return nil }
    values = numbers
  }
}

/// A colour's name, or `#RRGGBB`.
struct ColorArgument: Hashable, ExpressibleByArgument {
  let color: LightColor
  private let name: String

  static let named: [(name: String, color: LightColor)] = [
    ("white", .white), ("warm", .warm), ("red", .red), ("green", .green), ("blue", .blue),
  ]

  init?(argument: String) {
    name = argument
    if let known = ColorArgument.named.first(where: { $0.name == argument }) {
      color = known.color
    } else if argument.hasPrefix("#"), argument.count == 7,
      let code = UInt32(argument.dropFirst(), radix: 16)
    {
      color = LightColor(
        red: Double(code >> 16) / 255, green: Double(code >> 8 & 255) / 255,
        blue: Double(code & 255) / 255)
    } else {
      return nil
    }
  }

  static let white = ColorArgument(name: "white", color: .white)

  private init(name: String, color: LightColor) {
    self.name = name
    self.color = color
  }

  var defaultValueDescription: String { name }

  static func == (left: ColorArgument, right: ColorArgument) -> Bool { left.color == right.color }

  func hash(into hasher: inout Hasher) { hasher.combine(color) }
}

/// A further lamp: `TEXT@X,Y`, `TEXT@X,Y,RADIUS` or `TEXT@X,Y,RADIUS,COLOR`.
struct LampArgument: Hashable, ExpressibleByArgument {
  let text: String
  let x: Double
  let y: Double
  let radius: Double?
  let color: ColorArgument?

  init?(argument: String) {
    // The last @ divides: the text may hold one.
    guard let divider = argument.lastIndex(of: "@") else { return nil }
    text = String(argument[..<divider])
    var parts = argument[argument.index(after: divider)...].split(
      separator: ",", omittingEmptySubsequences: false)
    if parts.count == 4 {
      guard let named = ColorArgument(argument: String(parts.removeLast())) else { return nil }
      color = named
    } else {
      color = nil
    }
    guard let numbers = FiniteNumbers(parts.joined(separator: ",")),
      (2...3).contains(numbers.values.count)
    else { return nil }
    x = numbers.values[0]
    y = numbers.values[1]
    radius = numbers.values.count == 3 ? numbers.values[2] : nil
    if let radius, radius <= 0 { return nil }
  }
}

/// `X,Y,RADIUS,PART`: pixels, and the part of the lamp's light.
struct ReflectionArgument: Hashable, ExpressibleByArgument {
  let x: Double
  let y: Double
  let radius: Double
  let part: Double

  init?(argument: String) {
    guard let values = FiniteNumbers(argument)?.values, values.count == 4, values[2] > 0 else {
      return nil
    }
    (x, y, radius, part) = (values[0], values[1], values[2], values[3])
  }
}

/// `START,TURN,STAY,X,Y`: seconds, then pixels.
struct PanArgument: Hashable, ExpressibleByArgument {
  let pan: Motion.Pan

  init?(argument: String) {
    guard let values = FiniteNumbers(argument)?.values, values.count == 5, values[1] >= 0,
      values[2] >= 0
    else { return nil }
    pan = Motion.Pan(
      start: values[0], turn: values[1], stay: values[2], x: values[3], y: values[4])
  }
}

/// What is behind the lamps: a kind by name, or the luma of an even background.
enum BackgroundArgument: Hashable, ExpressibleByArgument {
  case flat, textured, room, daylight
  case level(Double)

  init?(argument: String) {
    switch argument {
    case "flat": self = .flat
    case "textured": self = .textured
    case "room": self = .room
    case "daylight": self = .daylight
    default:
      guard let level = Double(argument), (0...255).contains(level) else { return nil }
      self = .level(level)
    }
  }

  var defaultValueDescription: String { "flat" }

  var background: Background {
    switch self {
    case .flat: Background()
    case .textured: .textured(90)
    case .room: .room()
    case .daylight: .daylight
    case .level(let level): .flat(level)
    }
  }
}

/// What disturbs and says nothing.
enum DistractorArgument: String, CaseIterable, ExpressibleByArgument {
  case headlight, indicator, television, fireworks, cuts
}

/// Whose hand is on the key.
enum HandArgument: String, CaseIterable, ExpressibleByArgument {
  case machine
  case straightKey = "straight-key"
  case paddle
}

/// What a CSV file holds.
enum TraceColumn: String, CaseIterable, ExpressibleByArgument {
  case luma, state
}
