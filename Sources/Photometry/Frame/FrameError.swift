/// Why a frame could not be measured.
public struct FrameError: Error, Hashable, Sendable, CustomStringConvertible {
  public enum Code: Hashable, Sendable {
    /// No pixel, or more columns or rows than any camera or codec makes.
    case size
    /// A plane is missing, or shorter than width, height and stride say.
    case truncated
    /// A layout or bit depth that no stage here knows.
    case format
    /// The region that was asked for has no pixel of the picture.
    case region
  }

  public var code: Code
  /// One line for people.
  public var message: String

  public init(code: Code, message: String) {
    self.code = code
    self.message = message
  }

  public var description: String { message }
}
