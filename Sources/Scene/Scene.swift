public import MorseCode

/// What a camera looks at, and the camera: enough to render the same pictures again.
///
/// Brightness is in luma steps (0 to 255), lengths are in pixels of the picture, times in seconds
/// from the first picture. Light adds up linearly; the sensor's curve comes last.
public struct Scene: Hashable, Sendable {
  /// Pixels.
  public var width: Int
  public var height: Int
  public var timing: FrameTiming
  /// Seconds before the lamps' keying begins; negative: the camera joins a message under way.
  public var lead: Double
  /// Seconds after the last lamp's last mark.
  public var tail: Double
  /// Seconds in all, where they do not follow from the lamps.
  public var fixedDuration: Double?
  public var background: Background
  public var ambient: Ambient
  /// What sends.
  public var lamps: [Lamp]
  /// What shines or moves besides, and says nothing.
  public var distractors: [Distractor]
  public var motion: Motion
  public var sensor: Sensor
  public var seed: UInt64

  public init(
    width: Int = 640, height: Int = 360, timing: FrameTiming = FrameTiming(), lead: Double = 1,
    tail: Double = 2, fixedDuration: Double? = nil, background: Background = Background(),
    ambient: Ambient = Ambient(), lamps: [Lamp] = [], distractors: [Distractor] = [],
    motion: Motion = Motion(), sensor: Sensor = Sensor(), seed: UInt64 = 0
  ) {
    self.width = width
    self.height = height
    self.timing = timing
    self.lead = lead
    self.tail = tail
    self.fixedDuration = fixedDuration
    self.background = background
    self.ambient = ambient
    self.lamps = lamps
    self.distractors = distractors
    self.motion = motion
    self.sensor = sensor
    self.seed = seed
  }

  /// Seconds from the first picture to the end.
  public var duration: Double {
    let last = lamps.compactMap(\.events.last?.time).max() ?? 0
    let seconds = fixedDuration ?? lead + last + tail
    return seconds.isFinite ? max(0, seconds) : 0
  }

  /// The key events of a lamp, in seconds from the first picture.
  public func events(of lamp: Lamp) -> [KeyEvent] {
    lamp.events.map { KeyEvent(time: $0.time + lead, isDown: $0.isDown) }
  }

  /// The pictures, one by one.
  public func pictures() -> SceneRenderer { SceneRenderer(self) }
}
