import CVideo4Linux
import Glibc

/// Who may open a device node, and who has.
enum NodeAccess {
  /// What to do where the node may not be opened: names the group that may.
  static func advice(for path: String) -> String {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & 0o060 == 0o060,
      let group = name(ofGroup: status.st_gid), status.st_gid != 0
    else { return "no permission to open this camera" }
    return "no permission to open this camera: it is for the group \(group) "
      + "(`sudo usermod -aG \(group) $USER`, then log in again)"
  }

  private static func name(ofGroup id: gid_t) -> String? {
    var entry = group()
    var found: UnsafeMutablePointer<group>?
    var buffer = [CChar](repeating: 0, count: 16384)
    guard getgrgid_r(id, &entry, &buffer, buffer.count, &found) == 0, found != nil,
      let name = entry.gr_name
    else { return nil }
    return String(cString: name)
  }

  /// The program that holds the node open, as far as /proc shows it: "cheese (process 1234)".
  static func user(of path: String) -> String? {
    guard let node = resolved(path) else { return nil }
    let own = getpid()
    for process in Directory.entries("/proc").compactMap({ Int32($0) }) where process != own {
      let folder = "/proc/\(process)/fd"
      for descriptor in Directory.entries(folder) where target("\(folder)/\(descriptor)") == node {
        let name = Directory.firstLine(of: "/proc/\(process)/comm") ?? "another program"
        return "\(name) (process \(process))"
      }
    }
    return nil
  }

  /// The node behind a link, or behind several.
  static func resolved(_ path: String) -> String? {
    guard let whole = realpath(path, nil) else { return nil }
    defer { free(whole) }
    return String(cString: whole)
  }

  private static func target(_ link: String) -> String? {
    var buffer = [CChar](repeating: 0, count: 4096)
    let count = readlink(link, &buffer, buffer.count)
    guard count > 0 else { return nil }
    return String(decoding: buffer.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
