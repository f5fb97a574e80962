import Foundation
import GRDB
import Photometry
import Receiver
import Testing

@testable import Station

/// Settings that clients change, and what becomes of them.
@Suite(.timeLimit(.minutes(5)))
struct SettingsTests {
  private static let json = ["Content-Type": "application/json"]
  private static let path = "/api/stations/lamp/settings"

  @Test func whatWasChangedIsKnownAfterARestart() async throws {
    let folder = try TemporaryFolder()
    let history = folder.path("history.sqlite")
    let change = #"{"sensitivity":35,"wpm":[8,25],"squelch":false,"recalibrateAfter":4}"#
    let before = try await TestStation.with(history: history) { station in
      try await station.post("time,luma\n0,1\n", to: "lamp")
      return try await station.ask("PATCH", Self.path, headers: Self.json, body: change).text
    }
    try await TestStation.with(history: history) { station in
      try await station.post("time,luma\n0,1\n", to: "lamp")
      #expect(try await station.get(Self.path).text == before)
      // Another station has nothing of it.
      try await station.post("time,luma\n0,1\n", to: "mast")
      let other = try await station.get("/api/stations/mast/settings").object
      #expect(other["sensitivity"] as? String == "auto")
    }
  }

  @Test func whatIsChangedBackIsForgotten() async throws {
    let folder = try TemporaryFolder()
    let history = folder.path("history.sqlite")
    try await TestStation.with(history: history) { station in
      try await station.post("time,luma\n0,1\n", to: "lamp")
      let begun = try await station.get(Self.path).text
      for body in [#"{"meter":"spot","sensitivity":20}"#, begun] {
        let answer = try await station.ask("PATCH", Self.path, headers: Self.json, body: body)
        #expect(answer.status == 200)
      }
    }
    let database = try DatabaseQueue(path: history)
    let count = try await database.read {
      try Int.fetchOne($0, sql: "SELECT count(*) FROM settings")
    }
    #expect(count == 0)
  }

  @Test func otherFlagsOverruleWhatWasChangedUnderTheOldOnes() {
    let flags = Self.settings()
    var changed = flags
    changed.meter = .spot
    changed.region = Region(x: 1, y: 2, width: 30, height: 40)
    changed.threshold = .level(130)
    let saved = SavedSettings(station: "lamp", settings: changed, begun: flags)
    #expect(saved.restored(upon: flags) == changed)
    var others = flags
    others.recalibrateAfter = 9
    #expect(saved.restored(upon: others) == others)
    // What cannot be understood changes nothing.
    var broken = saved
    for text in ["", "[1]", #"{"loudness":1}"#, #"{"meter":"spot","wpm":[9]}"#] {
      broken.settings = text
      #expect(broken.restored(upon: flags) == flags)
    }
  }

  @Test func aRegionBeyondThePictureIsGivenUp() async throws {
    try await TestStation.with { station in
      var settings = Self.settings()
      settings.region = Region(x: 100, y: 0, width: 60, height: 120)
      let channel = station.station.addStation(
        name: "camera", kind: .camera, source: "test", options: ReceiverOptions(),
        settings: settings)
      #expect(channel.fitRegion(width: 160, height: 120) == nil)
      #expect(channel.settings == settings)
      let said = channel.fitRegion(width: 159, height: 120)
      #expect(said?.contains("159x120") == true)
      #expect(channel.settings.region == nil)
      // The feed is told.
      #expect(channel.takeChange()?.region == .some(nil))
    }
  }

  private static func settings() -> StationSettings {
    StationSettings(ReceiverOptions(), sensitivity: nil, speeds: nil)
  }
}
