import HTTPTypes
import Photometry
import Receiver

/// A change of settings that a client asks for: a JSON object of those that are to change (RFC 7396).
struct SettingsChange {
  let values: [String: JSONValue]
  let picture: StationReport.Size?

  func apply(to settings: inout StationSettings) throws(Problem) {
    for (key, value) in values.sorted(by: { $0.key < $1.key }) {
      switch key {
      case "sensitivity": try setSensitivity(value, &settings)
      case "threshold": try setThreshold(value, &settings)
      case "meter": try setMeter(value, &settings)
      case "region": settings.region = try region(value)
      case "squelch":
        guard case .bool(let isOn) = value else { throw wrong(key, "true or false") }
        settings.isSquelched = isOn
      case "wpm": settings.speeds = try speeds(value)
      case "recalibrateAfter":
        guard let seconds = value.number, seconds > 0, seconds <= 3600 else {
          throw wrong(key, "more than 0 and at most 3600 seconds")
        }
        settings.recalibrateAfter = seconds
      default:
        throw Problem(.badRequest, "there is no setting '\(key)'")
      }
    }
  }

  private func setSensitivity(
    _ value: JSONValue, _ settings: inout StationSettings
  ) throws(Problem) {
    switch value {
    case .string("auto"):
      settings.sensitivity = nil
      settings.threshold = .auto
    case .number(let number) where (0...100).contains(number):
      if let other = values["threshold"], other != .null {
        throw Problem(.badRequest, "give either 'sensitivity' or 'threshold', not both")
      }
      settings.sensitivity = number
      settings.threshold = .level(StationSettings.level(sensitivity: number))
    case .null where values["threshold"]?.number != nil: break
    default: throw wrong("sensitivity", "\"auto\", or a number from 0 to 100")
    }
  }

  private func setThreshold(
    _ value: JSONValue, _ settings: inout StationSettings
  ) throws(Problem) {
    switch value {
    case .null:
      if values["sensitivity"] == nil {
        settings.threshold = .auto
        settings.sensitivity = nil
      }
    case .number(let level) where level > 95 && level <= 1e6:
      settings.threshold = .level(level)
      settings.sensitivity = nil
    default: throw wrong("threshold", "null, or a level above 95 (the ambient is 100)")
    }
  }

  private func setMeter(_ value: JSONValue, _ settings: inout StationSettings) throws(Problem) {
    guard case .string(let name) = value, let meter = ReceiverOptions.Meter(rawValue: name) else {
      let names = ReceiverOptions.Meter.allCases.map(\.rawValue).joined(separator: ", ")
      throw wrong("meter", "one of \(names)")
    }
    settings.meter = meter
  }

  private func region(_ value: JSONValue) throws(Problem) -> Region? {
    if value == .null { return nil }
    guard case .object(let area) = value, let x = area["x"]?.pixels, let y = area["y"]?.pixels,
      let width = area["width"]?.pixels, let height = area["height"]?.pixels, area.count == 4,
      x >= 0, y >= 0, width > 0, height > 0
    else { throw wrong("region", "null, or x, y, width and height in whole pixels") }
    if let picture, x + width > picture.width || y + height > picture.height {
      throw Problem(
        .badRequest,
        "'region' reaches beyond the picture, which is \(picture.width)x\(picture.height)")
    }
    return Region(x: x, y: y, width: width, height: height)
  }

  private func speeds(_ value: JSONValue) throws(Problem) -> ClosedRange<Double>? {
    if value == .null { return nil }
    guard case .array(let ends) = value, ends.count == 2, let slow = ends[0].number,
      let fast = ends[1].number, slow >= 1, fast <= 200, slow <= fast
    else { throw wrong("wpm", "null, or the slowest and the fastest of 1 to 200") }
    return slow...fast
  }

  private func wrong(_ key: String, _ wanted: String) -> Problem {
    Problem(.badRequest, "'\(key)' has to be \(wanted)")
  }
}
