import Foundation
import Photometry
import Scene
import Testing

@testable import VideoFile

/// A named pipe is read as standard input is.
@Suite struct PipeTests {
  /// Writes to a pipe in pieces, from a thread of its own.
  private func pour(_ pieces: [Data], into path: String) -> Thread {
    let thread = Thread {
      guard let handle = FileHandle(forWritingAtPath: path) else { return }
      for piece in pieces {
        try? handle.write(contentsOf: piece)
        usleep(2000)
      }
      try? handle.close()
    }
    thread.start()
    return thread
  }

  @Test(arguments: Kind.all)
  func everyVideoComesThroughAPipe(_ kind: Kind) throws {
    try Clip.inFolder { folder in
      let path = folder.appending(path: kind.name).path
      let pictures = (0..<15).map { Clip.lamp($0 % 3 == 0 ? 30 : 210, time: Double($0) / 25) }
      try Clip.write(pictures, to: path, codec: kind.codec)
      let direct = try Clip.read(path).frames
      let bytes = try Data(contentsOf: URL(filePath: path))
      let pipe = folder.appending(path: "pipe").path
      try #require(mkfifo(pipe, 0o600) == 0)
      _ = pour(
        [bytes.prefix(100), bytes.dropFirst(100).prefix(1000), bytes.dropFirst(1100)], into: pipe)
      let (info, frames, fault) = try Clip.read(pipe)
      #expect(fault == nil)
      #expect(info.codec == kind.codec.rawValue)
      #expect(frames.map(\.time) == direct.map(\.time))
      #expect(frames.map(\.means) == direct.map(\.means))
    }
  }

  /// Whoever looked into the pipe first hands on what was read.
  @Test(arguments: ["clip.mkv", "clip.mp4"], [0, 1, 300, 4096])
  func aPipeThatWasBegunIsReadOn(_ name: String, _ count: Int) throws {
    try Clip.inFolder { folder in
      let path = folder.appending(path: name).path
      try Clip.write((0..<40).map { Clip.lamp(UInt8($0 * 5), time: Double($0) / 25) }, to: path)
      let pipe = folder.appending(path: "pipe").path
      try #require(mkfifo(pipe, 0o600) == 0)
      _ = pour([try Data(contentsOf: URL(filePath: path))], into: pipe)
      let handle = try #require(FileHandle(forReadingAtPath: pipe))
      var head: [UInt8] = []
      while head.count < count, let more = try handle.read(upToCount: count - head.count) {
        head += more
      }
      let reader = try VideoReader(
        path: "-", begun: BegunPipe(descriptor: handle.fileDescriptor, head: head))
      var frames = 0
      while try reader.nextFrame({ _ in true }) != nil { frames += 1 }
      #expect(frames == 40)
      try handle.close()
    }
  }

  @Test func anEmptyPipeIsEmpty() throws {
    try Clip.inFolder { folder in
      let pipe = folder.appending(path: "pipe").path
      try #require(mkfifo(pipe, 0o600) == 0)
      _ = pour([], into: pipe)
      let error = #expect(throws: VideoError.self) { try VideoReader(path: pipe) }
      #expect(error?.code == .notUnderstood)
      #expect(error?.message.contains("is empty") == true)
    }
  }

  @Test(
    arguments: [
      ([0x1A, 0x45, 0xDF, 0xA3, 0x01], true), ([0, 0, 0, 1, 0x67], true),
      ([0xFF, 0xD8, 0xFF], true),
      (Array("RIFF----AVI ".utf8), false), ([0, 0, 0, 24] + Array("ftypisom".utf8), false),
      (Array("GIF89a".utf8), false), ([], false), ([0x47], false),
      ([0x47] + [UInt8](repeating: 0, count: 187) + [0x47], true),
    ] as [([UInt8], Bool)])
  func onlyFormatsMadeForItAreReadOnwards(_ head: [UInt8], _ isReadable: Bool) {
    #expect(PipeFormat.isReadableOnwards(head) == isReadable)
  }
}
