import Foundation

/// A folder that lasts as long as it is held.
final class TemporaryFolder: Sendable {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory
      .appendingPathComponent("heliograph-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }

  func file(_ name: String, _ data: Data) throws -> URL {
    let file = url.appendingPathComponent(name)
    try data.write(to: file)
    return file
  }

  func file(_ name: String, _ text: String) throws -> URL {
    try file(name, Data(text.utf8))
  }

  func path(_ name: String) -> String { url.appendingPathComponent(name).path }
}
