import Photometry
import Receiver

/// What a station's source does.
public enum SourceState: String, Encodable, Sendable {
  /// It is being opened, or waited for.
  case waiting
  case running
  /// It is over, for good.
  case ended
}

/// Where light comes from.
public enum SourceKind: String, Encodable, Sendable {
  case camera
  case video
  case trace
  /// Samples that are posted.
  case sensor
}

/// A station as it is told to clients.
struct StationReport: Encodable, Sendable {
  struct Size: Encodable, Hashable, Sendable {
    var width: Int
    var height: Int
  }

  var station: String
  var kind: SourceKind
  var state: SourceState
  /// The source in words: a camera's name and format, a file's name.
  var source: String
  /// What is wrong at present.
  var fault: String?
  /// Pixels of the picture as it is shown.
  var picture: Size?
  var framesPerSecond: Double?
  var settings: SettingsDocument
  /// Messages since the service began.
  var messages: Int
  var lamps: [LampReport]
}

/// A lamp as it is told to clients.
struct LampReport: Encodable, Hashable, Sendable {
  var lamp: Int
  var on: Bool
  var level: Double
  var threshold: Double?
  var x: Double?
  var y: Double?
  var wpm: Double?
  /// Of the characters that are certain, since the message began.
  var confidence: Double?
  /// Characters that may yet change.
  var provisional: String
}

/// What happens at one station's lamps, as events.
struct LampsEvent: Encodable, Sendable {
  var station: String
  var lamps: [LampReport]
}

struct LevelEvent: Encodable, Sendable {
  var station: String
  var lamp: Int
  /// Unix seconds of the first point.
  var time: Double
  /// Milliseconds since `time`, and the level.
  var points: [[Double]]
  var threshold: Double?
  /// Whether what was drawn before is another light's, or comes again.
  var anew: Bool
}

struct LightChange: Encodable, Sendable {
  var station: String
  var lamp: Int
  var time: Double
  var on: Bool
  var level: Double
}

struct CharacterEvent: Encodable, Sendable {
  var station: String
  var lamp: Int
  /// The message that it belongs to.
  var message: Int64
  var time: Double
  var duration: Double
  var text: String
  var code: String
  var confidence: Double
  var wpm: Double
}

struct NoticeEvent: Encodable, Sendable {
  var station: String?
  /// Unix seconds.
  var time: Double
  var text: String
}
