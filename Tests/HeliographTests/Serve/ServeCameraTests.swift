import Foundation
import Testing

/// `serve` with cameras, on a host without: the fake camera of Tests/Rig.
@Suite(
  .serialized, .enabled(if: FilmedCamera.plugin != nil, "no C compiler for the fake camera"),
  .timeLimit(.minutes(10)))
struct ServeCameraTests {
  @Test func `two cameras are read side by side`() async throws {
    let folders = [try TemporaryFolder(), try TemporaryFolder()]
    let texts = ["CQ CQ DE NORTH", "SOS SOS DE SOUTH"]
    let cameras = try zip(folders, texts).map { try FilmedCamera(in: $0, text: $1, wpm: 15) }
    let service = try Service(cameras[0].environment)
    defer { withExtendedLifetime(cameras) {} }
    let outcome = try await service.run(cameras.flatMap { ["--device", $0.path] }) {
      let stations = try await service.eventually("/api/status") { status in
        let stations = status["stations"] as? [[String: Any]] ?? []
        return stations.allSatisfy { $0["state"] as? String == "running" } ? stations : nil
      }
      // Both files are called film.cam: the second station gets a number.
      let names = (stations ?? []).compactMap { $0["station"] as? String }
      #expect(names == ["film", "film-2"])
      #expect(stations?.first?["picture"] as? [String: Int] == ["width": 160, "height": 120])
      for (name, text) in zip(names, ["NORTH", "SOUTH"]) {
        #expect(try await service.hasReceived(text, from: name))
      }
      let picture = try await service.data("/api/stations/film/preview")
      #expect(picture.starts(with: [0xFF, 0xD8]))
    }
    #expect(outcome.status == 0)
  }

  @Test func `a camera that was unplugged is waited for and read again`() async throws {
    let folder = try TemporaryFolder()
    let camera = try FilmedCamera(in: folder, text: "CQ CQ DE HELIO", wpm: 15)
    let service = try Service(camera.environment)
    let outcome = try await service.run(["--device", camera.path]) {
      #expect(try await service.hasReceived("HELIO", from: "film"))
      try camera.unplug()
      let fault = try await service.eventually("/api/stations/film") { station in
        station["state"] as? String == "waiting" ? station["fault"] as? String : nil
      }
      #expect(fault?.contains("unplugged") == true)
      let away = try await service.now()
      // What was under way is a message now.
      let open = try await service.messages().filter { $0["state"] as? String == "open" }
      #expect(open.isEmpty)
      try camera.plugIn()
      let state = try await service.eventually("/api/stations/film") { station in
        station["fault"] == nil ? station["state"] as? String : nil
      }
      #expect(state == "running")
      #expect(try await service.hasReceived("HELIO", from: "film", since: away))
    }
    #expect(outcome.status == 0)
  }

  @Test func `a camera that falls silent is said, and so is its return`() async throws {
    let folder = try TemporaryFolder()
    let camera = try FilmedCamera(in: folder, text: "E", wpm: 15)
    let service = try Service(camera.environment)
    let outcome = try await service.run(["--device", camera.path]) {
      func waits(for state: String) async throws -> String? {
        try await service.eventually("/api/stations/film") { station in
          station["state"] as? String == state ? station["fault"] as? String ?? "" : nil
        }
      }
      #expect(try await waits(for: "running") == "")
      try "".write(toFile: camera.path + ".stall", atomically: true, encoding: .utf8)
      #expect(try await waits(for: "waiting")?.contains("no frame") == true)
      try FileManager.default.removeItem(atPath: camera.path + ".stall")
      #expect(try await waits(for: "running") == "")
    }
    #expect(outcome.status == 0)
  }

  @Test func `a region beyond the picture is said and given up`() async throws {
    let folder = try TemporaryFolder()
    let camera = try FilmedCamera(in: folder, text: "CQ CQ DE HELIO", wpm: 15)
    let service = try Service(camera.environment)
    let outcome = try await service.run(["--device", camera.path, "--region", "100,90,200,200"]) {
      let region = try await service.eventually("/api/stations/film") { station in
        station["state"] as? String == "running"
          ? (station["settings"] as? [String: Any])?["region"] : nil
      }
      #expect(region is NSNull)
      #expect(try await service.hasReceived("HELIO", from: "film"))
    }
    #expect(outcome.status == 0)
  }

  @Test(.enabled("a /dev of its own needs unshare and mount", { await OwnDevices.isPossible }))
  func `with no option it serves the first camera`() async throws {
    let folder = try TemporaryFolder()
    let camera = try FilmedCamera(in: folder, text: "CQ CQ DE HELIO", wpm: 15)
    let service = try Service(camera.environment)
    let devices = try OwnDevices(in: folder, camera: camera)
    let outcome = try await service.run([], under: devices.launcher) {
      let source = try await service.eventually("/api/stations/camera") { station in
        station["state"] as? String == "running" ? station["source"] as? String : nil
      }
      #expect(source?.contains("/dev/video0") == true)
      #expect(try await service.hasReceived("HELIO", from: "camera"))
    }
    #expect(outcome.status == 0)
  }
}

/// A process's own /dev, in which a fake camera is /dev/video0.
private struct OwnDevices {
  let launcher: [String]

  static var isPossible: Bool {
    get async {
      let outcome = try? await Tool.run("unshare", ["-rm", "mount", "-t", "tmpfs", "none", "/tmp"])
      return outcome?.status == 0
    }
  }

  init(in folder: TemporaryFolder, camera: FilmedCamera) throws {
    let devices = folder.url.appendingPathComponent("dev")
    try FileManager.default.createDirectory(at: devices, withIntermediateDirectories: true)
    let script = try folder.file(
      "own-devices",
      """
      set -eu
      mount -t tmpfs none '\(devices.path)'
      for node in null zero random urandom; do
        : > '\(devices.path)'/$node
        mount --bind /dev/$node '\(devices.path)'/$node
      done
      ln -s '\(camera.path)' '\(devices.path)/video0'
      mount --rbind '\(devices.path)' /dev
      exec "$@"
      """)
    launcher = ["unshare", "-rm", "sh", script.path]
  }
}
