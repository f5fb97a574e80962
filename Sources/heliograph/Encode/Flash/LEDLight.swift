import Foundation

/// An LED of the kernel's LED class (Documentation/ABI/testing/sysfs-class-led).
final class LEDLight: SwitchableLight {
  /// The environment variable that names another folder than /sys/class/leds.
  static let folderVariable = "HELIOGRAPH_LEDS"

  private let name: String
  private let folder: String
  private let brightness: Int32
  private let full: String
  private let brightnessBefore: String
  private let triggerBefore: String?

  init(name: String) throws(Fault) {
    let root = ProcessInfo.processInfo.environment[LEDLight.folderVariable] ?? "/sys/class/leds"
    let folder = "\(root)/\(name)"
    guard FileManager.default.fileExists(atPath: "\(folder)/brightness") else {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
      let known =
        names.isEmpty
        ? "this machine has none" : "there is \(names.sorted().joined(separator: ", "))"
      throw Fault(.unavailable, "led:\(name): no such LED; \(known)")
    }
    self.name = name
    self.folder = folder
    full = LEDLight.text(of: "\(folder)/max_brightness") ?? "1"
    brightnessBefore = LEDLight.text(of: "\(folder)/brightness") ?? "0"
    triggerBefore = LEDLight.activeTrigger(of: folder)
    brightness = open("\(folder)/brightness", O_WRONLY | O_CLOEXEC)
    guard brightness >= 0 else {
      let cause = errno
      let isForbidden = cause == EACCES || cause == EPERM || cause == EROFS
      throw Fault(
        isForbidden ? .notPermitted : .unavailable,
        "led:\(name): cannot be opened: \(String(cString: strerror(cause)))"
          + (isForbidden ? "; run as root, or allow it to your group" : ""))
    }
    // A trigger (disk activity, capslock) would switch it too.
    if triggerBefore != nil { LEDLight.write("none", to: "\(folder)/trigger") }
  }

  deinit { close(brightness) }

  func set(lit: Bool) throws(Fault) {
    try write(lit ? full : "0")
  }

  func restore() {
    try? write(brightnessBefore)
    if let triggerBefore { LEDLight.write(triggerBefore, to: "\(folder)/trigger") }
  }

  /// The driver takes a whole line at a time.
  private func write(_ value: String) throws(Fault) {
    let line = Array((value + "\n").utf8)
    var count = 0
    repeat {
      count = line.withUnsafeBytes { Foundation.write(brightness, $0.baseAddress, $0.count) }
    } while count < 0 && errno == EINTR
    guard count == line.count else {
      throw Fault(
        .unavailable, "led:\(name): cannot be switched: \(String(cString: strerror(errno)))")
    }
  }

  /// The one in brackets of `none [mmc0] timer`; nil where none is active.
  private static func activeTrigger(of folder: String) -> String? {
    guard let line = text(of: "\(folder)/trigger"), let open = line.firstIndex(of: "["),
      let close = line[open...].firstIndex(of: "]")
    else { return nil }
    let trigger = String(line[line.index(after: open)..<close])
    return trigger == "none" ? nil : trigger
  }

  private static func text(of path: String) -> String? {
    (try? String(contentsOfFile: path, encoding: .utf8))?.trimmingCharacters(
      in: .whitespacesAndNewlines)
  }

  private static func write(_ value: String, to path: String) {
    guard let file = FileHandle(forWritingAtPath: path) else { return }
    try? file.write(contentsOf: Data((value + "\n").utf8))
    try? file.close()
  }
}
