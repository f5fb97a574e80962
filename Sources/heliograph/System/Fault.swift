import Camera
import Foundation
import Receiver
import Sidetone
import VideoFile

/// What went wrong, as a user is told it.
struct Fault: Error, Hashable {
  /// The codes of sysexits.h that this program ends with.
  enum Status: Int32 {
    case usage = 64
    case notUnderstood = 65
    case noInput = 66
    case unavailable = 69
    case cannotCreate = 73
    case inputOutput = 74
    case notPermitted = 77
  }

  var status: Status
  /// One line: names the input, says what is wrong and what to do.
  var message: String

  init(_ status: Status, _ message: String) {
    self.status = status
    self.message = message
  }

  init(_ error: VideoError) {
    let status: Status =
      switch error.code {
      case .noInput: .noInput
      case .notUnderstood: .notUnderstood
      case .notPermitted: .notPermitted
      case .inputOutput: .inputOutput
      case .cannotCreate: .cannotCreate
      }
    self.init(status, error.description)
  }

  init(_ error: CameraError) {
    let status: Status =
      switch error.code {
      case .noDevice, .busy, .unplugged: .unavailable
      case .notPermitted: .notPermitted
      case .unsupported: .notUnderstood
      case .inputOutput: .inputOutput
      }
    self.init(status, error.description)
  }

  init(_ error: SidetoneError) {
    let status: Status =
      switch error.code {
      case .noDevice: .unavailable
      case .notPermitted: .notPermitted
      case .cannotCreate: .cannotCreate
      case .inputOutput: .inputOutput
      }
    self.init(status, error.description)
  }

  /// What the system's `errno` says of opening `path`.
  init(opening path: String, errno code: Int32) {
    switch code {
    case ENOENT, ENOTDIR:
      self.init(.noInput, "\(path): no such file; check the name")
    case EACCES, EPERM:
      self.init(.notPermitted, "\(path): no permission to read it; see 'ls -l'")
    default:
      self.init(.noInput, "\(path): cannot be opened: \(String(cString: strerror(code)))")
    }
  }

  /// Whether standard output is the one that failed: nothing more can be told there.
  var isOfOutput: Bool { status == .inputOutput && message.hasPrefix("standard output") }

  /// Writes the line to standard error.
  func report() {
    note(message)
  }
}

/// Writes one line to standard error: everything that is not received text goes there.
func note(_ message: String) {
  FileHandle.standardError.write(Data("heliograph: \(PlainName.text(message))\n".utf8))
}
