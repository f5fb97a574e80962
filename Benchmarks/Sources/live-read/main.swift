import Foundation
import Receiver
import VideoFile

// live-read VIDEO...     what `heliograph live` would say of a film that a camera showed, as JSON Lines
//
// Every search and every second reading is made between two pictures, so that what comes of it does not
// depend on how busy the machine is.

let paths = CommandLine.arguments.dropFirst()
guard !paths.isEmpty else {
  FileHandle.standardError.write(Data("usage: live-read VIDEO...\n".utf8))
  exit(64)
}
for path in paths {
  do {
    let lines = JSONLines(file: paths.count > 1 ? path : nil)
    if path.hasSuffix(".csv") {
      var receiver = LiveReceiver(options: ReceiverOptions())
      var parser = TraceParser()
      let portion = parser.consume([UInt8](try Data(contentsOf: URL(filePath: path))))
      let rest = parser.finish()
      for row in portion.rows + rest.rows {
        for each in receiver.consume(row, of: .luma) { print(lines.line(each), terminator: "") }
      }
      for each in receiver.finish() { print(lines.line(each), terminator: "") }
      continue
    }
    let reader = try VideoReader(path: path)
    var options = ReceiverOptions()
    options.orientation = Orientation(
      width: reader.info.width, height: reader.info.height, quarterTurns: reader.info.quarterTurns)
    var receiver = LiveReceiver(options: options)
    while let received = try reader.nextFrame({ receiver.consume($0) }) {
      for each in received { print(lines.line(each), terminator: "") }
    }
    for each in receiver.finish() { print(lines.line(each), terminator: "") }
  } catch {
    FileHandle.standardError.write(Data("\(error)\n".utf8))
    exit(1)
  }
}
