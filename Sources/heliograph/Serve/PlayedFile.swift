import Camera
import Foundation
import Photometry
import Receiver
import Station
import VideoFile

/// A recording played in real time.
struct PlayedFile: StationSource {
  let path: String
  let isLooped: Bool
  let channel: StationChannel
  let kind: InputFile.Kind
  let interruption = CameraInterruption()

  /// Seconds between the end of a recording and its begin, when it is looped: enough to see.
  private static let pause = 1.0

  func run(until stop: StopSign) {
    var feed = StationFeed(channel)
    do {
      repeat {
        switch kind {
        case .video: try playVideo(&feed, stop)
        case .trace: try playTrace(&feed, stop)
        }
        feed.restart()
      } while isLooped && !stop.wait(Self.pause)
      if !stop.wait() { channel.end(fault: nil) }
    } catch {
      feed.restart()
      error.report()
      channel.end(fault: error.message)
    }
  }

  private func playVideo(_ feed: inout StationFeed, _ stop: StopSign) throws(Fault) {
    let reader: VideoReader
    do { reader = try VideoReader(path: path) } catch { throw Fault(error) }
    let orientation = Orientation(
      width: reader.info.width, height: reader.info.height, quarterTurns: reader.info.quarterTurns)
    let size = orientation.shownSize
    if let said = channel.fitRegion(width: size.width, height: size.height) { note(said) }
    feed.restart(orientation: orientation)
    let begin = Date().timeIntervalSince1970
    feed.offset = begin
    channel.begin(
      source: "\(URL(fileURLWithPath: path).lastPathComponent), \(reader.info.codec)",
      picture: size)
    var preview = PreviewTimer(channel: channel)
    do {
      while !stop.wait() {
        let isMore: Void? = try reader.nextFrame { frame in
          if stop.wait(begin + frame.time - Date().timeIntervalSince1970) { return }
          preview.show(frame, orientation)
          feed.consume(frame)
        }
        if isMore == nil { break }
      }
    } catch {
      throw Fault(error)
    }
  }

  private func playTrace(_ feed: inout StationFeed, _ stop: StopSign) throws(Fault) {
    let input = try InputFile(path: path)
    channel.begin(source: URL(fileURLWithPath: path).lastPathComponent, picture: nil)
    var parser = TraceParser()
    let now = Date().timeIntervalSince1970
    var begin: Double?
    while !stop.wait() {
      let bytes = try input.next()
      let portion = bytes.isEmpty ? parser.finish() : parser.consume(bytes)
      if let kind = parser.kind {
        for row in portion.rows {
          let start = begin ?? now - row.time
          begin = start
          feed.offset = start
          if stop.wait(start + row.time - Date().timeIntervalSince1970) { return }
          feed.consume([row], of: kind)
        }
      }
      if let fault = portion.fault { throw Fault(.notUnderstood, "\(path): \(fault)") }
      if bytes.isEmpty { break }
    }
  }
}
