/// Why a video could not be read or written.
public struct VideoError: Error, Hashable, Sendable, CustomStringConvertible {
  public enum Code: Hashable, Sendable {
    /// There is no such file, or it is not one (sysexits 66).
    case noInput
    /// Not a video, without a picture, or damaged (65).
    case notUnderstood
    /// No permission (77).
    case notPermitted
    /// Reading or writing failed (74).
    case inputOutput
    /// The output cannot be created (73).
    case cannotCreate
  }

  public var code: Code
  public var path: String
  /// One line for people: what is wrong and what to do. Does not name the path.
  public var message: String
  /// What FFmpeg or the system returned, where that was the cause.
  public var cause: Int32?

  public init(code: Code, path: String, message: String, cause: Int32? = nil) {
    self.code = code
    self.path = path
    self.message = message
    self.cause = cause
  }

  public var description: String { "\(path): \(message)" }
}
