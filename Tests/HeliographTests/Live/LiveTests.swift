import Foundation
import MorseCode
import Testing

/// `live` on a host without cameras and sound cards: the fake camera of Tests/Rig, ALSA's file output.
@Suite(
  .enabled(if: FilmedCamera.plugin != nil, "no C compiler for the fake camera"),
  .timeLimit(.minutes(10)))
struct LiveTests {
  @Test func theTextIsPrintedAndTheToneSoundsWhereTheLightIs() async throws {
    let folder = try TemporaryFolder()
    let camera = try FilmedCamera(in: folder, text: "CQ CQ DE HELIO", wpm: 15)
    let heard = try folder.file("heard.raw", "")
    let configuration = try folder.file(
      "asound.conf",
      """
      </usr/share/alsa/alsa.conf>
      pcm.ear {
        type file
        slave.pcm null
        file "\(heard.path)"
        format raw
      }
      """)
    let wav = try folder.file("tone.wav", "")
    let outcome = try await Program.converse(
      [
        "live", "--device", camera.path, "--sidetone", "--tone", "700", "--audio-device", "ear",
        "--sidetone-file", wav.path,
      ],
      environment: camera.environment.merging(["ALSA_CONFIG_PATH": configuration.path]) { $1 }
    ) { conversation in
      let isReceived = try await conversation.waits(for: "HELIO", seconds: 60)
      #expect(isReceived)
      conversation.kill(SIGINT)
    }
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("CQ DE HELIO"))

    let played = try SoundingSamples(heard, headBytes: 0)
    let written = try SoundingSamples(wav, headBytes: 44)
    for sound in [played, written] {
      // The first letters are learnt from: by then the levels are not known. A machine that is
      // busy may take to the film's second showing to read it.
      #expect(sound.bursts.count >= 20)
      for burst in sound.bursts.dropFirst() where burst.length > 0.05 {
        #expect(abs(sound.frequency(of: burst) - 700) < 15)
      }
    }
    // The file's tone lasts as long as the light, but for the frames it is told by.
    let lengths = written.bursts.dropFirst().map(\.length).sorted()
    #expect(abs(lengths[lengths.count / 4] - 0.08) < 0.03)
    #expect(abs(lengths[lengths.count * 9 / 10] - 0.24) < 0.03)
  }

  @Test func aThirdOfTheFramesLostIsReadThrough() async throws {
    let folder = try TemporaryFolder()
    let camera = try FilmedCamera(in: folder, text: "CQ DE HELIO", wpm: 9)
    let outcome = try await Program.converse(
      ["live", "--device", camera.path, "--format", "jsonl"], environment: camera.environment
    ) { conversation in
      for _ in 0..<700 {
        // One in about every three frames, for as long as it takes.
        try "1".write(toFile: camera.path + ".drop", atomically: true, encoding: .utf8)
        if try await conversation.waits(for: "\"text\":\"O\"", seconds: 0) { break }
        try await Task.sleep(for: .milliseconds(90))
      }
      conversation.kill(SIGINT)
    }
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("\"text\":\"CQ DE HELIO\""))
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func aSignalPutsTheControlsBackAndEndsWithZero(signal: Int32) async throws {
    let folder = try TemporaryFolder()
    let camera = try FilmedCamera(in: folder, text: "E", wpm: 5)
    let outcome = try await Program.converse(
      ["live", "--device", camera.path], environment: camera.environment
    ) { conversation in
      for _ in 0..<300 where camera.exposure != "1" { try await Task.sleep(for: .milliseconds(50)) }
      #expect(camera.exposure == "1")
      conversation.kill(signal)
    }
    #expect(outcome.status == 0)
    #expect(camera.exposure == "3")
  }
}

/// A fake camera's file: a lamp that keys a text, over and over.
struct FilmedCamera: Sendable {
  let path: String
  /// Lasts as long as the camera.
  private let folder: TemporaryFolder
  /// Seconds that each mark lasts.
  let marks: [Double]

  /// The plugin, compiled once; nil where there is no C compiler.
  static let plugin: String? = {
    let plugin = FileManager.default.temporaryDirectory
      .appendingPathComponent("heliograph-fakecam-\(getpid()).so").path
    let source = Program.package.appendingPathComponent("Tests/Rig/host/fakecam.c").path
    return system("cc -O2 -shared -fPIC -o '\(plugin)' '\(source)' -ldl") == 0 ? plugin : nil
  }()

  var environment: [String: String] {
    ["LD_PRELOAD": Self.plugin ?? "", "V4L_PLUGINS": Self.plugin ?? ""]
  }

  init(in folder: TemporaryFolder, text: String, wpm: Double) throws {
    self.folder = folder
    let (width, height, rate) = (160, 120, 30.0)
    let events = Keying(text, speed: Speed(wpm: wpm)).events
    marks = zip(events, events.dropFirst()).filter { $0.0.isDown }.map { $1.time - $0.time }
    let seconds = (events.last?.time ?? 0) + 10
    var random = RandomSource(seed: 7, stream: "film")
    var data = Data("\(width) \(height) \(Int(rate)) GREY \(width * height)\n".utf8)
    for index in 0..<Int(seconds * rate) {
      let time = Double(index) / rate - 2
      let isLit = events.last { $0.time <= time }?.isDown ?? false
      for pixel in 0..<width * height {
        let isLamp = abs(pixel % width - 100) < 6 && abs(pixel / width - 50) < 6
        data.append(UInt8(60 + random.index(below: 5)) + (isLamp && isLit ? 120 : 0))
      }
    }
    let file = try folder.file("film.cam", "")
    try data.write(to: file)
    path = file.path
  }

  /// The camera is gone for who has it open.
  func unplug() throws {
    try FileManager.default.copyItem(atPath: path, toPath: path + ".away")
    try FileManager.default.removeItem(atPath: path)
  }

  /// It is back, as another file.
  func plugIn() throws { try FileManager.default.moveItem(atPath: path + ".away", toPath: path) }

  /// The control V4L2_CID_EXPOSURE_AUTO as it was last set.
  var exposure: String? {
    let text = (try? String(contentsOfFile: path + ".controls", encoding: .utf8)) ?? ""
    let line = text.split(separator: "\n").first { $0.hasPrefix("\(0x9a_0901)=") }
    return line?.split(separator: "=").last.map(String.init)
  }
}
