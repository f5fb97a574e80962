import Foundation
import Photometry
import Scene
import Testing

@testable import VideoFile

@Suite struct WriterTests {
  private func fault(_ path: String, _ options: VideoWriter.Options) -> VideoError? {
    do throws(VideoError) {
      _ = try VideoWriter(path: path, options: options)
      return nil
    } catch { return error }
  }

  @Test(arguments: Kind.all)
  func theSamePicturesGiveTheSameBytes(_ kind: Kind) throws {
    try Clip.inFolder { folder in
      let path = folder.appending(path: kind.name)
      let pictures = (0..<12).map { Clip.lamp($0 % 3 == 0 ? 30 : 210, time: Double($0) / 25) }
      var versions: [Data] = []
      // Other tests' encoders run beside in this process and fill tables that encoders share; now and
      // then an H.264 file differs that was written meanwhile. So: twice in a row the same.
      repeat {
        try Clip.write(pictures, to: path.path, codec: kind.codec)
        versions.append(try Data(contentsOf: path))
      } while versions.suffix(2).first != versions.last && versions.count < 6 || versions.count < 2
      let isSame = versions.suffix(2).first == versions.last
      // x264 keeps tables for the whole process, which other tests use at the same time.
      withKnownIssue(isIntermittent: true) {
        #expect(isSame)
      } when: {
        kind.codec == .h264
      }
    }
  }

  @Test func theEndingChoosesTheCodec() throws {
    try Clip.inFolder { folder in
      for (name, codec) in [
        ("a.mp4", "h264"), ("a.MOV", "h264"), ("a.mkv", "h264"), ("a.webm", "vp9"),
        ("a.avi", "mjpeg"), ("a.gif", "gif"),
      ] {
        let path = folder.appending(path: name).path
        try Clip.write([Clip.lamp(100, time: 0), Clip.lamp(50, time: 0.1)], to: path)
        #expect(try VideoReader(path: path).info.codec == codec)
      }
    }
  }

  @Test func whatCannotBeWrittenIsSaidAndLeavesNothing() throws {
    let usual = VideoWriter.Options(width: 64, height: 48, frameRate: 25)
    var turned = usual
    turned.quarterTurns = 1
    var prores = usual
    prores.codec = .prores
    var none = usual
    none.width = 0
    var vast = usual
    (vast.width, vast.height) = (.max, .max)
    var still = usual
    still.frameRate = 0
    var small = usual
    (small.codec, small.width, small.height) = (.hevc, 4, 4)
    try Clip.inFolder { folder in
      for (name, options, words) in [
        ("a.xyz", usual, "use one of .mp4"), ("mp4", usual, "its ending"),
        ("missing/a.mp4", usual, "No such file"), ("a.webm", prores, "it takes vp9, av1"),
        ("a.mkv", turned, "cannot say that it is turned"), ("a.mp4", none, "at least 1 x 1"),
        ("a.mp4", vast, "at most 67108864"), ("a.mp4", still, "pictures a second"),
        ("a.mp4", small, "hevc cannot be written with 4 x 4"),
      ] {
        let path = folder.appending(path: name).path
        let error = fault(path, options)
        #expect(error?.code == .cannotCreate)
        let message = error?.message ?? ""
        #expect(message.contains(words), "\(message)")
      }
      let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      #expect(left.isEmpty)
    }
  }

  @Test func anUnfinishedFileIsRemoved() throws {
    try Clip.inFolder { folder in
      let path = folder.appending(path: "a.mkv").path
      do {
        let writer = try VideoWriter(
          path: path, options: .init(width: 64, height: 48, frameRate: 25))
        try Clip.lamp(1, time: 0).withFrame { (frame: borrowing Frame) throws(VideoError) in
          try writer.write(frame)
        }
        #expect(FileManager.default.fileExists(atPath: path))
      }
      #expect(!FileManager.default.fileExists(atPath: path))
    }
  }

  @Test func aFullDiskIsAnOutputError() throws {
    // Every write to it fails for want of room.
    let full = "/dev/full"
    try #require(FileManager.default.fileExists(atPath: full))
    try Clip.inFolder { folder in
      let path = folder.appending(path: "a.mkv").path
      try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: full)
      let error = #expect(throws: VideoError.self) {
        try Clip.write((0..<50).map { Clip.lamp(99, time: Double($0)) }, to: path)
      }
      #expect(error?.code == .inputOutput)
      #expect(error?.message.contains("No space left") == true)
    }
  }

  @Test func picturesOfAnotherKindAreRefused() throws {
    try Clip.inFolder { folder in
      let writer = try VideoWriter(
        path: folder.appending(path: "a.mkv").path,
        options: .init(width: 64, height: 48, frameRate: 25))
      for picture in [Clip.lamp(1, time: 0, width: 32, height: 48), Clip.lamp(1, time: .nan)] {
        #expect(throws: VideoError.self) {
          try picture.withFrame { (frame: borrowing Frame) throws(VideoError) in
            try writer.write(frame)
          }
        }
      }
    }
  }

  /// Two pictures at one time would be lost on the way.
  @Test func timesThatDoNotRiseAreMadeTo() throws {
    try Clip.inFolder { folder in
      let path = folder.appending(path: "a.mp4").path
      try Clip.write([0, 0, 0.04, 0.02, 0.08].map { Clip.lamp(99, time: $0) }, to: path)
      let times = try Clip.read(path).frames.map(\.time)
      #expect(times.count == 5)
      #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
      #expect(abs((times.last ?? 0) - 0.08) < 1e-4)
    }
  }

  @Test(arguments: [24, 25, 30_000 / 1001.0, 50, 60])
  func usualFrameRatesKeepTheirTimes(_ rate: Double) throws {
    try Clip.inFolder { folder in
      for kind in Kind.all {
        let path = folder.appending(path: kind.name).path
        let pictures = (0..<30).map { Clip.lamp($0 % 2 == 0 ? 9 : 99, time: Double($0) / rate) }
        try Clip.write(pictures, to: path, codec: kind.codec, frameRate: rate)
        let frames = try Clip.read(path).frames
        #expect(frames.count == pictures.count, "\(kind)")
        let tick = kind.container == .gif ? 0.0051 : 0.00051
        for (frame, picture) in zip(frames, pictures) {
          #expect(abs(frame.time - picture.time) < tick, "\(kind) at \(picture.time)")
        }
      }
    }
  }
}
