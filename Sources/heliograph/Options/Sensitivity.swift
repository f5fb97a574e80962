public import ArgumentParser
public import Photometry

/// `auto`, or how little light counts on a scale of 0 to 100.
enum Sensitivity: Hashable, ExpressibleByArgument {
  case auto
  case value(Double)

  init?(argument: String) {
    if argument == "auto" {
      self = .auto
    } else if let value = Double(argument), (0...100).contains(value) {
      self = .value(value)
    } else {
      return nil
    }
  }

  var defaultValueDescription: String {
    switch self {
    case .auto: "auto"
    case .value(let value): "\(Int(value.rounded()))"
    }
  }

  /// More or less sensitive; from auto, a step from what suits mid light.
  func stepped(by step: Double) -> Sensitivity {
    guard case .value(let value) = self else { return .value(80 + step) }
    return .value(min(max(value + step, 0), 100))
  }

  /// The original receiver's scale: 0 needs 15 % more light than the ambient, 100 none.
  var threshold: Detector.Threshold {
    switch self {
    case .auto: .auto
    case .value(let value): .level(115 - 0.15 * value)
    }
  }
}

/// `12`, or `10-20`: words a minute.
struct SpeedRange: Hashable, ExpressibleByArgument {
  let speeds: ClosedRange<Double>

  init?(argument: String) {
    let ends = argument.split(separator: "-", omittingEmptySubsequences: false).map { Double($0) }
    switch (ends.first ?? nil, ends.last ?? nil) {
    case (let wpm?, _) where ends.count == 1 && (1...200).contains(wpm):
      // A sender who was told a speed keeps it to about a quarter.
      speeds = wpm / 1.25...wpm * 1.25
    case (let slow?, let fast?) where ends.count == 2 && slow >= 1 && fast <= 200 && slow <= fast:
      speeds = slow...fast
    default: return nil
    }
  }
}

extension Region: ExpressibleByArgument {
  /// `X,Y,W,H` in pixels.
  public init?(argument: String) {
    let numbers = argument.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 4, let x = numbers[0], let y = numbers[1], let width = numbers[2],
      let height = numbers[3], x >= 0, y >= 0, width > 0, height > 0,
      [x, y, width, height].allSatisfy({ $0 <= 1 << 20 })
    else { return nil }
    self.init(x: x, y: y, width: width, height: height)
  }
}
