import Foundation
import Subprocess
import SystemPackage

/// A headless Chromium, driven over WebDriver.
struct Browser: Sendable {
  private let port: Int
  private let session: String

  /// Where there is no chromedriver, browser tests are skipped.
  static var isThere: Bool {
    FileManager.default.isExecutableFile(atPath: "/usr/bin/chromedriver")
      && FileManager.default.isExecutableFile(atPath: "/usr/bin/chromium")
  }

  /// Starts one for as long as `body` takes. The driver chooses its port: one that is guessed may be
  /// another's.
  static func with(_ body: @Sendable (Browser) async throws -> Void) async throws {
    let folder = try TemporaryFolder()
    let log = folder.url.appendingPathComponent("chromedriver")
    try Data().write(to: log)
    let output = try FileDescriptor.open(FilePath(log.path), .writeOnly)
    _ = try await Subprocess.run(
      .path("/usr/bin/chromedriver"), arguments: ["--port=0"], input: .none,
      output: .fileDescriptor(output, closeAfterSpawningProcess: true), error: .discarded
    ) { execution in
      defer { kill(pid_t(execution.processIdentifier.value), SIGTERM) }
      let browser = try await Browser(port: try await port(log))
      do { try await body(browser) } catch {
        try? await browser.quit()
        throw error
      }
      try await browser.quit()
    }
  }

  /// Waits for the driver to say where it listens.
  private static func port(_ log: URL) async throws -> Int {
    var said = ""
    for _ in 0..<600 {
      said = String(decoding: try Data(contentsOf: log), as: UTF8.self)
      if let match = said.firstMatch(of: /successfully on port (\d+)/), let port = Int(match.1) {
        return port
      }
      try await Task.sleep(for: .milliseconds(100))
    }
    throw RawClient.Failure(description: "no driver: \(said)")
  }

  private init(port: Int) async throws {
    self.port = port
    let options: [String: Any] = [
      "args": [
        "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
        "--window-size=1280,1000",
      ]
    ]
    let wanted: [String: Any] = [
      "capabilities": ["alwaysMatch": ["goog:chromeOptions": options]]
    ]
    let answer = try await Self.call(port, "POST", "/session", wanted)
    guard let value = answer["value"] as? [String: Any],
      let session = value["sessionId"] as? String
    else { throw RawClient.Failure(description: "no browser: \(answer)") }
    self.session = session
  }

  func open(_ address: String) async throws {
    _ = try await call("POST", "/url", ["url": address])
  }

  /// The value of a script's `return`, as text.
  func evaluate(_ script: String) async throws -> String {
    let answer = try await call("POST", "/execute/sync", ["script": script, "args": []])
    return (answer["value"] as? String) ?? "\(answer["value"] ?? "")"
  }

  func text(_ id: String) async throws -> String {
    try await evaluate("return document.getElementById('\(id)').textContent")
  }

  /// Waits until the script gives true; the last value otherwise.
  func eventually(_ script: String, seconds: Double = 40) async throws -> Bool {
    let deadline = Date().addingTimeInterval(seconds)
    while Date() < deadline {
      let value = try await evaluate("return Boolean(\(script)) ? 'yes' : 'no'")
      if value == "yes" { return true }
      try await Task.sleep(for: .milliseconds(200))
    }
    return false
  }

  /// Presses at one point of an element, given in parts of its size, and lets go at another.
  func drag(_ id: String, from: (Double, Double), to: (Double, Double)) async throws {
    let box = try await evaluate(
      """
      const frame = document.getElementById('\(id)'); frame.scrollIntoView({block: 'center'});
      const box = frame.getBoundingClientRect();
      return [box.left, box.top, box.width, box.height].join(' ')
      """
    ).split(separator: " ").compactMap { Double($0) }
    guard box.count == 4 else { throw RawClient.Failure(description: "no \(id)") }
    func move(_ point: (Double, Double)) -> [String: Any] {
      [
        "type": "pointerMove", "duration": 50, "x": Int(box[0] + point.0 * box[2]),
        "y": Int(box[1] + point.1 * box[3]),
      ]
    }
    let middle = ((from.0 + to.0) / 2, (from.1 + to.1) / 2)
    let steps: [[String: Any]] = [
      move(from), ["type": "pointerDown", "button": 0], move(middle), move(to),
      ["type": "pointerUp", "button": 0],
    ]
    _ = try await call(
      "POST", "/actions",
      ["actions": [["type": "pointer", "id": "mouse", "actions": steps] as [String: Any]]])
  }

  private func quit() async throws { _ = try await call("DELETE", "", nil) }

  private func call(
    _ method: String, _ path: String, _ body: [String: Any]?
  ) async throws -> [String: Any] {
    try await Self.call(port, method, "/session/\(session)\(path)", body)
  }

  private static func call(
    _ port: Int, _ method: String, _ path: String, _ body: [String: Any]?
  ) async throws -> [String: Any] {
    let data = try body.map { try JSONSerialization.data(withJSONObject: $0) } ?? Data()
    let bytes = Array(data)
    let answer = try await Waiting.run {
      let client = try RawClient(port: port, timeout: 60)
      let head =
        "\(method) \(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
        + "Content-Type: application/json\r\nContent-Length: \(bytes.count)\r\n\r\n"
      try client.send(Array(head.utf8) + bytes)
      return try client.answer().body
    }
    return try JSONSerialization.jsonObject(with: Data(answer)) as? [String: Any] ?? [:]
  }
}
