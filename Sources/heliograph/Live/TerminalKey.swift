/// What a key means while the view is shown.
enum TerminalKey: Hashable {
  case moreSensitive
  case lessSensitive
  case recalibrate
  case quit

  /// nil for every other byte.
  init?(_ byte: UInt8) {
    switch Character(Unicode.Scalar(byte)) {
    case "+", "=": self = .moreSensitive
    case "-", "_": self = .lessSensitive
    case "r", "R": self = .recalibrate
    case "q", "Q": self = .quit
    default: return nil
    }
  }
}
