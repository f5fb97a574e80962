/// Why a camera could not be used, or not any longer.
public struct CameraError: Error, Hashable, Sendable, CustomStringConvertible {
  public enum Code: Hashable, Sendable {
    /// There is no camera there (sysexits 69).
    case noDevice
    /// Another program uses it (69).
    case busy
    /// It was there and is gone (69).
    case unplugged
    /// The user may not open it (77).
    case notPermitted
    /// It is a camera, but gives no picture that can be read, or not what was asked for (65).
    case unsupported
    /// It failed, and failed again when begun anew (74).
    case inputOutput
  }

  public var code: Code
  /// The node, as it was given.
  public var path: String
  /// One line for people: what is wrong and what to do. Does not name the path.
  public var message: String
  /// The errno that was the cause, where there was one.
  public var cause: Int32?

  public init(code: Code, path: String, message: String, cause: Int32? = nil) {
    self.code = code
    self.path = path
    self.message = message
    self.cause = cause
  }

  public var description: String { "\(path): \(message)" }
}
