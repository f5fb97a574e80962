/// A camera that is plugged in, as `devices` shows it.
public struct CameraDescription: Hashable, Sendable {
  /// Its own name for itself; the system's where it cannot be opened.
  public var name: String
  /// "/dev/video0"
  public var path: String
  /// A link that stays the same wherever it is plugged in; nil where there is none.
  public var byIDPath: String?
  public var driver: String
  /// Where it is plugged in.
  public var bus: String
  /// What it gives by itself, whether or not that can be read.
  public var modes: [CameraMode]
  /// Why it cannot be opened; nil where it can.
  public var problem: CameraError?
}
