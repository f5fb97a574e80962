import Foundation
import Testing

@testable import Camera

/// A file that the plugin in Tests/Rig/host/fakecam.c makes a camera of.
///
/// The plugin must be loaded when a process starts: tests that use one run as exit tests, whose
/// processes inherit the environment that `prepare` sets.
struct FakeCamera: Codable, Sendable {
  let path: String

  /// Compiles the plugin once and names it in the environment; nil where there is no C compiler.
  static let plugin: String? = {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("heliograph-fakecam-\(getpid())")
    let plugin = folder.appendingPathComponent("fakecam.so").path
    let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Rig/host/fakecam.c").path
    let compiler = Process()
    compiler.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    compiler.arguments = ["cc", "-O2", "-shared", "-fPIC", "-o", plugin, source, "-ldl"]
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try compiler.run()
      compiler.waitUntilExit()
    } catch { return nil }
    guard compiler.terminationStatus == 0 else { return nil }
    setenv("LD_PRELOAD", plugin, 1)
    setenv("V4L_PLUGINS", plugin, 1)
    return plugin
  }()

  static var isPossible: Bool { plugin != nil }

  /// Writes the camera's file. Every frame has the same number of bytes.
  init(
    width: Int, height: Int, rate: Int, format: String = "YUYV", frames: [[UInt8]]
  ) throws {
    path =
      FileManager.default.temporaryDirectory
      .appendingPathComponent("heliograph-\(UUID().uuidString).cam").path
    let size = frames.first?.count ?? 0
    var data = Data("\(width) \(height) \(rate) \(format) \(size)\n".utf8)
    for frame in frames { data.append(contentsOf: frame) }
    try data.write(to: URL(fileURLWithPath: path))
  }

  /// Asks for a fault, as the plugin's head describes.
  func fault(_ name: String, _ text: String = "") throws {
    try text.write(toFile: "\(path).\(name)", atomically: true, encoding: .utf8)
  }

  func end(_ name: String) throws { try FileManager.default.removeItem(atPath: "\(path).\(name)") }

  func unplug() throws { try FileManager.default.removeItem(atPath: path) }

  /// The controls as they were last set, by their ids.
  var controls: [Int: Int] {
    let text = (try? String(contentsOfFile: "\(path).controls", encoding: .utf8)) ?? ""
    return text.split(separator: "\n").reduce(into: [:]) { controls, line in
      let parts = line.split(separator: "=").compactMap { Int($0) }
      if parts.count == 2 { controls[parts[0]] = parts[1] }
    }
  }

  func remove() {
    for name in ["", ".stall", ".drop", ".controls", ".foreign", ".fail"] {
      try? FileManager.default.removeItem(atPath: path + name)
    }
  }
}
