import Foundation

/// The `ffmpeg` program, for files that we do not write ourselves.
enum Tool {
  static let exists = FileManager.default.isExecutableFile(atPath: path)
  private static let path = "/usr/bin/ffmpeg"

  struct Failed: Error { var status: Int32 }

  static func ffmpeg(_ arguments: [String]) throws {
    let process = Process()
    process.executableURL = URL(filePath: path)
    process.arguments = ["-v", "error", "-nostdin", "-y"] + arguments
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Failed(status: process.terminationStatus) }
  }
}
