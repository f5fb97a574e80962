import Foundation
import Receiver

/// The recordings that the command line names: lists and folders are replaced by what is in them.
struct InputList {
  private(set) var paths: [String] = []
  /// Lists and folders that cannot be read; the rest is decoded all the same.
  private(set) var faults: [Fault] = []
  /// Lists and folders that hold nothing: no fault, but somebody may wonder.
  private(set) var notes: [String] = []

  /// What FFmpeg reads is more than can be told by a name: these are the endings of cameras, phones,
  /// screen recorders and `encode`. Anything else can be named itself.
  private static let endings: Set<String> = [
    "mp4", "m4v", "mov", "mkv", "webm", "avi", "gif", "mpg", "mpeg", "ts", "mts", "m2ts", "3gp",
    "3g2",
    "wmv", "flv", "ogv", "mjpeg", "mjpg", "y4m", "h264", "hevc", "csv",
  ]
  /// Bytes of a list: a million names.
  private static let largestList = 1 << 28

  init(_ options: InputOptions) {
    for name in options.files {
      if name.hasPrefix("@"), name.count > 1 {
        let list = String(name.dropFirst())
        guard let listed = lines(of: list) else { continue }
        if listed.isEmpty {
          notes.append("\(list == "-" ? "standard input" : list): the list names no recordings")
        }
        for path in listed { add(path, options) }
      } else {
        add(name, options)
      }
    }
  }

  private mutating func add(_ path: String, _ options: InputOptions) {
    guard options.recursive, path != "-", Self.isFolder(path) else { return paths.append(path) }
    let (known, told) = (paths.count, faults.count)
    walk(path)
    if paths.count == known, faults.count == told {
      notes.append("\(path): holds no recordings that are known by their ending; name them")
    }
  }

  /// In the order of their names, so that the same folder gives the same output.
  private mutating func walk(_ folder: String) {
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    } catch {
      faults.append(
        Fault(.notPermitted, "\(folder): cannot be listed; see 'ls -ld'"))
      return
    }
    for name in names where !name.hasPrefix(".") {
      let path = folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
      var status = stat()
      guard lstat(path, &status) == 0 else { continue }
      switch status.st_mode & S_IFMT {
      // A link to a folder may lead in a circle.
      case S_IFDIR: walk(path)
      case S_IFREG, S_IFLNK: if Self.isRecording(path) { paths.append(path) }
      default: break
      }
    }
  }

  /// By its ending; a table that is no trace is somebody else's.
  private static func isRecording(_ path: String) -> Bool {
    guard let dot = path.lastIndex(of: ".") else { return false }
    let ending = path[path.index(after: dot)...].lowercased()
    guard endings.contains(ending), !isFolder(path) else { return false }
    guard ending == "csv" else { return true }
    guard let file = FileHandle(forReadingAtPath: path), let head = try? file.read(upToCount: 64)
    else { return true }
    return TraceParser.isHeader(head)
  }

  private static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// The names in a list: one a line, or, where there is one, ended by zero bytes (`find -print0`); nil
  /// where it cannot be read.
  private mutating func lines(of list: String) -> [String]? {
    let descriptor = list == "-" ? STDIN_FILENO : open(list, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      faults.append(Fault(opening: list, errno: errno))
      return nil
    }
    defer { if descriptor != STDIN_FILENO { close(descriptor) } }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while bytes.count <= Self.largestList {
      let count = buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR, !Interruption.isRequested { continue }
      guard count >= 0 else {
        let reason = String(cString: strerror(errno))
        faults.append(Fault(.noInput, "\(list): cannot be read: \(reason)"))
        return nil
      }
      if count == 0 { break }
      bytes += buffer.prefix(count)
    }
    let divider: UInt8 = bytes.contains(0) ? 0 : UInt8(ascii: "\n")
    return bytes.split(separator: divider).map { line in
      let isFromWindows = divider != 0 && line.last == UInt8(ascii: "\r")
      return String(decoding: isFromWindows ? line.dropLast() : line, as: UTF8.self)
    }.filter { !$0.isEmpty }
  }
}
