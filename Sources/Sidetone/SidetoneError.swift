/// Why there is no sound, or no sound file.
public struct SidetoneError: Error, Hashable, Sendable, CustomStringConvertible {
  public enum Code: Hashable, Sendable {
    /// The sound card is missing, in use or gone (sysexits 69).
    case noDevice
    /// No permission (77).
    case notPermitted
    /// The file cannot be created (73).
    case cannotCreate
    /// Writing failed (74).
    case inputOutput
  }

  public var code: Code
  /// The device or the file.
  public var path: String
  /// One line for people. Does not name the path.
  public var message: String
  /// The errno that was the cause.
  public var cause: Int32

  public init(code: Code, path: String, message: String, cause: Int32) {
    self.code = code
    self.path = path
    self.message = message
    self.cause = cause
  }

  public var description: String { "\(path): \(message)" }
}
