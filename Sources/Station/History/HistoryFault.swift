import Foundation
import GRDB

/// Errors of the file, as people are told them.
enum HistoryFault {
  /// The file is of a later version of the program.
  struct Superseded: Error {}

  static func text(_ error: any Error, path: String) -> String {
    if let error = error as? DatabaseError {
      switch error.resultCode {
      case .SQLITE_FULL: return "\(path): the disk is full; make room"
      case .SQLITE_READONLY: return "\(path): cannot be written; see 'ls -l' and 'mount'"
      case .SQLITE_CANTOPEN: return "\(path): cannot be opened or made; see 'ls -l'"
      case .SQLITE_NOTADB, .SQLITE_CORRUPT:
        return "\(path): is no history, or is damaged; move it away"
      case .SQLITE_IOERR: return "\(path): cannot be read or written; is the disk full or gone?"
      case .SQLITE_BUSY: return "\(path): another program holds it"
      default: return "\(path): \(error.message ?? "cannot be used")"
      }
    }
    if error is Superseded { return "\(path): is of a newer heliograph, and is left as it is" }
    if let error = error as? POSIXError {
      return "\(path): \(String(cString: strerror(error.code.rawValue)))"
    }
    return "\(path): cannot be made: \((error as NSError).localizedDescription)"
  }
}
