import Foundation
import GRDB

/// What clients changed of a station's settings, so that the next start knows it.
struct SavedSettings: Codable, Hashable, Sendable, FetchableRecord, PersistableRecord {
  static let databaseTableName = "settings"

  var station: String
  /// As clients get them, in JSON.
  var settings: String
  /// What the station began with, likewise: started with other flags, it follows those.
  var begun: String

  init(station: String, settings: StationSettings, begun: StationSettings) {
    self.station = station
    self.settings = Self.json(settings)
    self.begun = Self.json(begun)
  }

  /// Whether nothing is changed.
  var isUnchanged: Bool { settings == begun }

  /// The settings to begin with, where the flags would have them be `flags`.
  func restored(upon flags: StationSettings) -> StationSettings {
    var restored = flags
    guard begun == Self.json(flags), let values = try? JSONValue.object(Array(settings.utf8)),
      // What another version wrote may not be understood.
      (try? SettingsChange(values: values, picture: nil).apply(to: &restored)) != nil
    else { return flags }
    return restored
  }

  private static func json(_ settings: StationSettings) -> String {
    String(decoding: JSONText.bytes(SettingsDocument(settings)), as: UTF8.self)
  }
}
