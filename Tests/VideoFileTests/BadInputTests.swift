import Foundation
import Photometry
import Scene
import Testing

@testable import VideoFile

@Suite struct BadInputTests {
  /// What opening a file gives.
  private func fault(_ path: String) -> VideoError? {
    do throws(VideoError) {
      _ = try VideoReader(path: path)
      return nil
    } catch { return error }
  }

  private func expect(
    _ path: String, _ code: VideoError.Code, _ words: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let error = fault(path)
    #expect(error?.code == code, sourceLocation: sourceLocation)
    #expect(error?.path == path, sourceLocation: sourceLocation)
    let message = error?.message ?? ""
    #expect(message.contains(words), "\(message)", sourceLocation: sourceLocation)
    #expect(!message.contains("\n"), sourceLocation: sourceLocation)
  }

  private static let lamps = (0..<20).map {
    Clip.lamp($0 % 4 < 2 ? 30 : 210, time: Double($0) / 25)
  }

  @Test func whatIsNoFileIsNoInput() throws {
    try Clip.inFolder { folder in
      expect(folder.appending(path: "nothing.mp4").path, .noInput, "no such file")
      expect(folder.path, .noInput, "is a directory")
      expect("/dev/null", .noInput, "is a device")
      let file = folder.appending(path: "file")
      try Data("x".utf8).write(to: file)
      expect(file.appending(path: "below.mp4").path, .noInput, "no such file")
    }
  }

  @Test(.enabled(if: getuid() != 0, "whoever is root may read everything"))
  func aFileWithoutPermissionIsNotPermitted() throws {
    try Clip.inFolder { folder in
      let path = folder.appending(path: "secret.mp4").path
      try Data("x".utf8).write(to: URL(filePath: path))
      try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: path)
      expect(path, .notPermitted, "no permission")
    }
  }

  /// Its reads fail: the memory of the process has nothing at address 0.
  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/proc/self/mem")))
  func aFailingReadIsAnInputError() {
    expect("/proc/self/mem", .inputOutput, "cannot be read")
  }

  @Test(
    arguments: [
      ("empty.mp4", Data(), "is empty"),
      ("letter.mp4", Data("Dear Sir,\n".utf8), "is text"),
      ("notes.txt", Data("1. éclair\n2. ß\n".utf8), "is text"),
      ("list.m3u8", Data("#EXTM3U\n#EXTINF:10,\n/etc/passwd\n".utf8), "is text"),
      ("list.ffconcat", Data("ffconcat version 1.0\nfile '/etc/passwd'\n".utf8), "is text"),
      (
        "noise.bin", Data((0..<9999).map { UInt8(truncatingIfNeeded: $0 &* $0 &* 31 >> 3) }),
        "not a video"
      ),
      ("head.mp4", Data([0, 0, 0, 8]) + Data("ftypisom".utf8), "cut short"),
      ("head.mkv", Data([0x1A, 0x45, 0xDF, 0xA3, 0x93, 0x42]), "cut short"),
      ("head.avi", Data("RIFF".utf8) + Data([9, 9, 0, 0]) + Data("AVI LIST".utf8), "cut short"),
      ("head.gif", Data("GIF89a".utf8), "cut short"),
      (
        "wide.y4m", Data("YUV4MPEG2 W100000 H100000 F25:1 Ip A1:1 C420\nFRAME\n\0\0".utf8),
        "not a video"
      ),
      (
        "wide.gif", Data("GIF89a".utf8) + Data([255, 255, 255, 255, 0, 0, 0, 33, 249]),
        "65535 x 65535"
      ),
    ])
  func whatIsNoVideoIsNotUnderstood(_ name: String, _ content: Data, _ words: String) throws {
    try Clip.inFolder { folder in
      let path = folder.appending(path: name).path
      try content.write(to: URL(filePath: path))
      expect(path, .notUnderstood, words)
    }
  }

  @Test(.enabled(if: Tool.exists), arguments: ["sound.mp4", "sound.mkv", "sound.wav", "cover.mp3"])
  func soundWithoutPictureIsNotUnderstood(_ name: String) throws {
    try Clip.inFolder { folder in
      let path = folder.appending(path: name).path
      let cover =
        name == "cover.mp3"
        ? [
          "-f", "lavfi", "-i", "testsrc=s=64x64:d=0.04", "-map", "0", "-map", "1", "-c:v", "png",
          "-disposition:v", "attached_pic",
        ] : []
      try Tool.ffmpeg(["-f", "lavfi", "-i", "sine=d=0.5"] + cover + [path])
      expect(path, .notUnderstood, "no moving picture")
    }
  }

  /// Sound beside the picture, and a stream of subtitles, are no hindrance.
  @Test(.enabled(if: Tool.exists)) func onlyThePictureIsRead() throws {
    try Clip.inFolder { folder in
      let path = folder.appending(path: "both.mkv").path
      let text = folder.appending(path: "text.srt").path
      try Data("1\n00:00:00,000 --> 00:00:00,300\nhello\n".utf8).write(to: URL(filePath: text))
      try Tool.ffmpeg([
        "-f", "lavfi", "-i", "sine=d=2", "-f", "lavfi", "-i", "testsrc=s=64x48:d=1:r=20", "-i",
        text, "-map", "0", "-map", "1", "-map", "2", path,
      ])
      let (info, frames, fault) = try Clip.read(path)
      #expect(info.width == 64 && frames.count == 20 && fault == nil)
    }
  }

  @Test(arguments: Kind.all)
  func aVideoCutShortGivesWhatThereIsThenSaysSo(_ kind: Kind) throws {
    try Clip.inFolder { folder in
      let path = folder.appending(path: kind.name).path
      try Clip.write(Self.lamps, to: path, codec: kind.codec)
      let whole = try Data(contentsOf: URL(filePath: path))
      let cut = folder.appending(path: "cut").path
      try whole.prefix(whole.count * 3 / 4).write(to: URL(filePath: cut))
      switch kind.container {
      case .mp4, .mov:
        // The index comes last: without it nothing can be read.
        expect(cut, .notUnderstood, "cut short")
      case .mkv, .webm, .avi, .gif:
        let (_, frames, fault) = try Clip.read(cut)
        #expect(frames.count > 1 && frames.count < Self.lamps.count)
        #expect(fault?.code == .notUnderstood)
        #expect(fault?.message.contains("cut short") == true)
      }
    }
  }

  @Test(.enabled(if: Tool.exists), arguments: ["faststart", "frag_keyframe+empty_moov"])
  func anIndexInFrontGivesWhatThereIs(_ flags: String) throws {
    try Clip.inFolder { folder in
      let path = folder.appending(path: "front.mp4")
      try Tool.ffmpeg([
        "-f", "lavfi", "-i", "testsrc=s=64x48:d=2:r=25", "-pix_fmt", "yuv420p", "-g", "10",
        "-movflags", flags, path.path,
      ])
      #expect(try Clip.read(path.path).fault == nil)
      let whole = try Data(contentsOf: path)
      for share in [50, 65, 80, 90] {
        try whole.prefix(whole.count * share / 100).write(to: path)
        let (_, frames, fault) = try Clip.read(path.path)
        #expect(frames.count > 3 && frames.count < 50)
        #expect(fault?.message.contains("cut short") == true)
      }
    }
  }

  /// Recorders that were not stopped properly, and pipes, leave no length: nothing is missing then.
  @Test(.enabled(if: Tool.exists), arguments: ["matroska", "avi", "gif", "mpegts"])
  func aWholeVideoIsNotCalledCutShort(_ format: String) throws {
    try Clip.inFolder { folder in
      let path = folder.appending(path: "whole").path
      // Through a pipe, so that no length can be filled in afterwards.
      let command = Process()
      command.executableURL = URL(filePath: "/bin/sh")
      command.arguments = [
        "-c",
        "ffmpeg -v error -nostdin -f lavfi -i testsrc=s=64x48:d=1:r=25 -f \(format) - | cat > '\(path)'",
      ]
      try command.run()
      command.waitUntilExit()
      let (_, frames, fault) = try Clip.read(path)
      #expect(frames.count == 25)
      #expect(fault == nil)
    }
  }

  /// Damaged pictures in the middle are left out, and time goes on over them.
  @Test func damageInTheMiddleIsPassedOver() throws {
    try Clip.inFolder { folder in
      let path = folder.appending(path: "clip.mov").path
      try Clip.write(Self.lamps, to: path, codec: .prores)
      var bytes = try Data(contentsOf: URL(filePath: path))
      for index in bytes.count / 2..<bytes.count / 2 + 60 {
        bytes[index] = UInt8(truncatingIfNeeded: index &* 37 &+ index &* index)
      }
      try bytes.write(to: URL(filePath: path))
      let reader = try VideoReader(path: path)
      var times: [Double] = []
      while let time = try reader.nextFrame({ $0.time }) { times.append(time) }
      #expect(reader.damagedPictures > 0)
      #expect(times.count == Self.lamps.count - reader.damagedPictures)
      #expect(abs((times.last ?? 0) - 19 / 25.0) < 1e-6)
    }
  }
}
