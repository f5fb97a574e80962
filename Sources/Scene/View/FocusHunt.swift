internal import Foundation

/// A camera that loses its focus and finds it again, as telephones do in the dark when a lamp is lit.
public struct FocusHunt: Hashable, Sendable {
  /// Seconds at which it begins.
  public var start: Double
  /// Seconds that it lasts.
  public var duration: Double
  /// What a point is blurred to in its middle: standard deviation in pixels.
  public var blur: Double

  public init(start: Double, duration: Double, blur: Double) {
    self.start = start
    self.duration = duration
    self.blur = blur
  }

  /// The blur at a time: standard deviation in pixels.
  func blur(at time: Double) -> Double {
    let part = (time - start) / duration
    guard duration > 0, part > 0, part < 1 else { return 0 }
    // A lens that turns there and back.
    return blur * sin(.pi * part)
  }
}
