import Foundation
import MorseCode
import Photometry
import Scene

/// Writes a scene's first lamp as a CSV trace.
struct TraceFile {
  let path: String
  let kind: TraceColumn

  static func isNamed(_ path: String) -> Bool { path.lowercased().hasSuffix(".csv") }

  func write(_ scene: Scene) throws(Fault) {
    let lines = kind == .luma ? lumaLines(scene) : stateLines(scene)
    guard path != "-" else { return try StandardOutput().write(lines.joined()) }
    guard let file = fopen(path, "w") else {
      throw Fault(.cannotCreate, "\(path): cannot be created: \(String(cString: strerror(errno)))")
    }
    var isWritten = lines.allSatisfy { fputs($0, file) >= 0 }
    if fclose(file) != 0 { isWritten = false }
    guard isWritten else {
      throw Fault(.inputOutput, "\(path): cannot be written: \(String(cString: strerror(errno)))")
    }
  }

  private func lumaLines(_ scene: Scene) -> [String] {
    ["time,luma\n"]
      + scene.trace().map { String(format: "%.6f,%.3f\n", $0.time, $0.brightness) }
  }

  /// The key's state from 0 on; the last line says how long the silence lasts.
  private func stateLines(_ scene: Scene) -> [String] {
    var lines = ["time,state\n", "0.000000,0\n"]
    for event in scene.lamps.first.map({ scene.events(of: $0) }) ?? []
    where event.time <= scene.duration {
      lines.append(String(format: "%.6f,%d\n", event.time, event.isDown ? 1 : 0))
    }
    lines.append(String(format: "%.6f,0\n", scene.duration))
    return lines
  }
}
