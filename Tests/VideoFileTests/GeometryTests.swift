import Foundation
import Photometry
import Scene
import Testing

@testable import VideoFile

@Suite struct GeometryTests {
  @Test(arguments: Kind.all, [(65, 47), (37, 22), (24, 33)])
  func oddSizesStayAsTheyAre(_ kind: Kind, _ size: (Int, Int)) throws {
    let pictures = (0..<6).map {
      Clip.lamp($0 % 2 == 0 ? 200 : 60, time: Double($0) * 0.04, width: size.0, height: size.1)
    }
    try Clip.inFolder { folder in
      let path = folder.appending(path: kind.name).path
      try Clip.write(pictures, to: path, codec: kind.codec)
      let (info, frames, fault) = try Clip.read(path)
      #expect(fault == nil)
      #expect((info.width, info.height) == size)
      try #require(frames.count == pictures.count)
      for (frame, picture) in zip(frames, pictures) {
        #expect((frame.width, frame.height) == size)
        let mean = picture.pixels.reduce(0.0) { $0 + Double($1) } / Double(picture.pixels.count)
        let isYUV = frame.format.layout == .planarYUV && frame.range == .limited
        #expect(abs((frame.means.first ?? 0) - (isYUV ? 16 + mean * 219 / 255 : mean)) < 2.5)
      }
    }
  }

  @Test(
    arguments: [("clip.mp4", VideoWriter.Codec.h264), ("clip.mov", .hevc), ("clip.mov", .prores)],
    [0, 1, 2, 3, -1, 5])
  func quarterTurnsAreKept(_ file: (String, VideoWriter.Codec), _ turns: Int) throws {
    try Clip.inFolder { folder in
      let path = folder.appending(path: file.0).path
      let pictures = [Clip.lamp(99, time: 0)]
      try Clip.write(pictures, to: path, codec: file.1, quarterTurns: turns)
      let reader = try VideoReader(path: path)
      #expect(reader.info.quarterTurns == (turns % 4 + 4) % 4)
      #expect((reader.info.width, reader.info.height) == (64, 48))
    }
  }

  /// FFmpeg's own idea of upright: what it rotates to must be what we say.
  @Test(.enabled(if: Tool.exists)) func oneTurnIsClockwise() throws {
    // Bright on the left: upright after a clockwise turn, it is bright at the top.
    var pixels = [UInt8](repeating: 0, count: 64 * 32 * 3)
    for row in 0..<32 {
      for column in 0..<96 { pixels[row * 192 + column] = 220 }
    }
    try Clip.inFolder { folder in
      let stored = folder.appending(path: "turned.mp4").path
      let upright = folder.appending(path: "upright.mkv").path
      try Clip.write(
        [Picture(time: 0, width: 64, height: 32, pixels: pixels)], to: stored, quarterTurns: 1)
      try Tool.ffmpeg(["-i", stored, "-c:v", "ffv1", "-pix_fmt", "gray", upright])
      let reader = try VideoReader(path: upright)
      #expect((reader.info.width, reader.info.height) == (32, 64))
      let halves = try reader.nextFrame { frame in
        (
          frame.plane0.bytes.unsafeLoad(
            fromByteOffset: frame.plane0.stride * 16 + 16, as: UInt8.self),
          frame.plane0.bytes.unsafeLoad(
            fromByteOffset: frame.plane0.stride * 48 + 16, as: UInt8.self)
        )
      }
      #expect(halves.map { $0.0 > 150 && $0.1 < 50 } == true)
    }
  }

  /// Rows of raw AVI pictures run upwards: they are turned round, not lent.
  @Test(.enabled(if: Tool.exists)) func picturesStoredUpsideDownComeUpright() throws {
    try Clip.inFolder { folder in
      let path = folder.appending(path: "raw.avi").path
      try Tool.ffmpeg([
        "-f", "lavfi", "-i", "color=black:s=32x32:d=0.2:r=10,drawbox=0:0:32:8:white:fill", "-c:v",
        "rawvideo", "-pix_fmt", "bgr24", path,
      ])
      let reader = try VideoReader(path: path)
      let ends = try reader.nextFrame { frame in
        (
          frame.plane0.bytes.unsafeLoad(fromByteOffset: 16, as: UInt8.self),
          frame.plane0.bytes.unsafeLoad(fromByteOffset: frame.plane0.stride * 31, as: UInt8.self)
        )
      }
      #expect(ends.map { $0.0 > 200 && $0.1 < 50 } == true)
    }
  }

  @Test(.enabled(if: Tool.exists), arguments: ["ts", "h264", "mjpeg"])
  func aChangeOfSizeIsAFaultAfterWhatCameBefore(_ ending: String) throws {
    try Clip.inFolder { folder in
      var joined = Data()
      for size in ["64x48", "80x64"] {
        let part = folder.appending(path: "part.\(ending)")
        try Tool.ffmpeg([
          "-f", "lavfi", "-i", "testsrc=s=\(size):d=0.4:r=25", "-pix_fmt", "yuvj420p", part.path,
        ])
        joined += try Data(contentsOf: part)
      }
      let whole = folder.appending(path: "joined.\(ending)")
      try joined.write(to: whole)
      let (info, frames, fault) = try Clip.read(whole.path)
      #expect((info.width, info.height) == (64, 48))
      // At such a joint FFmpeg's transport stream parser keeps one picture to itself.
      #expect(frames.count == (ending == "ts" ? 9 : 10))
      #expect(fault?.code == .notUnderstood)
      #expect(fault?.message.contains("changes size from 64 x 48 to 80 x 64") == true)
    }
  }

  @Test(
    .enabled(if: Tool.exists),
    arguments: [
      ("mp4", ["-pix_fmt", "yuv420p"]), ("webm", ["-pix_fmt", "yuv420p"]),
      ("avi", ["-c:v", "mjpeg"]), ("mov", ["-c:v", "prores_ks"]),
    ])
  func aChangeOfSizeInAContainerIsAFault(_ ending: String, _ options: [String]) throws {
    try Clip.inFolder { folder in
      var list = ""
      for size in ["64x48", "80x64"] {
        let part = folder.appending(path: "\(size).\(ending)").path
        try Tool.ffmpeg(["-f", "lavfi", "-i", "testsrc=s=\(size):d=1:r=25"] + options + [part])
        list += "file '\(part)'\n"
      }
      let names = folder.appending(path: "list.txt").path
      try Data(list.utf8).write(to: URL(filePath: names))
      let whole = folder.appending(path: "whole.\(ending)").path
      try Tool.ffmpeg(["-f", "concat", "-safe", "0", "-i", names, "-c", "copy", whole])
      let (_, frames, fault) = try Clip.read(whole)
      #expect(frames.count == 25)
      #expect(fault?.message.contains("from 64 x 48 to 80 x 64 at 1.0 s") == true)
    }
  }
}
