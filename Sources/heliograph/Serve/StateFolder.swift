import Foundation

/// Where the user's programs keep what they would not lose (XDG Base Directory Specification).
enum StateFolder {
  /// The history, where no other is named.
  static var history: String {
    let environment = ProcessInfo.processInfo.environment
    let folder: String
    if let state = environment["XDG_STATE_HOME"], state.hasPrefix("/") {
      folder = state
    } else {
      folder = NSHomeDirectory() + "/.local/state"
    }
    return folder + "/heliograph/history.sqlite"
  }
}
