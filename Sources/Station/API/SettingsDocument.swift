import Photometry
import Receiver

/// Settings as clients get them.
struct SettingsDocument: Encodable, Hashable, Sendable {
  struct Area: Encodable, Hashable, Sendable {
    var x: Int
    var y: Int
    var width: Int
    var height: Int
  }

  /// nil: automatic, or a threshold.
  var sensitivity: Double?
  /// nil: automatic, or as the sensitivity says.
  var threshold: Double?
  var meter: String
  var region: Area?
  var squelch: Bool
  var wpm: [Double]?
  var recalibrateAfter: Double

  init(_ settings: StationSettings) {
    sensitivity = settings.sensitivity
    if case .level(let level) = settings.threshold, sensitivity == nil {
      threshold = JSONText.rounded(level, 2)
    }
    meter = settings.meter.rawValue
    region = settings.region.map {
      Area(x: $0.x, y: $0.y, width: $0.width, height: $0.height)
    }
    squelch = settings.isSquelched
    wpm = settings.speeds.map { [$0.lowerBound, $0.upperBound] }
    recalibrateAfter = settings.recalibrateAfter
  }

  /// Every key is written, `null` for what is automatic: what is read can be sent back.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    if let sensitivity {
      try container.encode(sensitivity, forKey: .sensitivity)
    } else {
      try container.encode(threshold == nil ? "auto" : nil, forKey: .sensitivity)
    }
    try container.encode(threshold, forKey: .threshold)
    try container.encode(meter, forKey: .meter)
    try container.encode(region, forKey: .region)
    try container.encode(squelch, forKey: .squelch)
    try container.encode(wpm, forKey: .wpm)
    try container.encode(recalibrateAfter, forKey: .recalibrateAfter)
  }

  private enum Key: String, CodingKey {
    case sensitivity, threshold, meter, region, squelch, wpm, recalibrateAfter
  }
}

struct SettingsEvent: Encodable, Sendable {
  var station: String
  var settings: SettingsDocument
}
