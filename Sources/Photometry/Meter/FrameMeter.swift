/// The original receiver's rules: the whole picture (or a region of it) is one light meter.
///
/// - Each pixel counts with its full-range BT.601 luma Y.
/// - Frames 1 to 25 calibrate: each pixel's calibrated value becomes (old + new) / 2, the first frame's
///   to begin with. All of them are unlit, and the last unlit total is this total, the sum of Y.
/// - Then total = sum of Y, or 2 Y where Y > 1.15 x calibrated; level = 100 x total / last unlit total.
/// - Before it starts to judge, it waits for the first frame whose level, cut to a whole number, is 100,
///   taking each earlier total as the last unlit one. That frame is the first judged.
/// - level > threshold and level > 95: on. On for more than two seconds: the calibration is forgotten;
///   the frame that shows it is off, and the next one is frame 1 again.
/// - Else off: the last unlit total is this total.
public struct FrameMeter: Sendable {
  public struct Options: Hashable, Sendable {
    /// `auto`: half way between the ambient and what the lamp has shown lit (`AutomaticThreshold`).
    public var threshold: Detector.Threshold
    /// Seconds that a light may stay on before it is taken for the new ambient.
    public var recalibrateAfter: Double
    /// At least 1.
    public var calibrationFrames: Int
    /// Pixels as stored; nil: the whole picture.
    public var region: Region?

    public init(
      threshold: Detector.Threshold = .auto, recalibrateAfter: Double = 2,
      calibrationFrames: Int = 25,
      region: Region? = nil
    ) {
      self.threshold = threshold
      self.recalibrateAfter = recalibrateAfter
      self.calibrationFrames = max(1, calibrationFrames)
      self.region = region
    }
  }

  /// What the meter made of one frame.
  public struct Reading: Hashable, Sendable {
    /// Seconds: the frame's.
    public var time: Double
    /// On the scale on which the ambient is 100; 100 while calibrating.
    public var level: Double
    public var isOn: Bool
    /// Whether the frame was used to calibrate, or the meter still waits for a steady level.
    public var isCalibrating: Bool
    /// The change that this frame made.
    public var event: LightEvent?
    /// Why the frame could not be measured; the other values are then those of the frame before.
    public var fault: FrameError?
  }

  private var rules: FrameRules
  private var pixels = PixelMeter()
  private let region: Region?

  public init(options: Options = Options()) {
    rules = FrameRules(options: options)
    region = options.region
  }

  /// Judges the next frame. A frame of another size begins a new calibration; one whose planes do not
  /// hold what its size says changes nothing and comes back with its `fault`.
  public mutating func consume(_ frame: borrowing Frame) -> Reading {
    do throws(FrameError) {
      if try pixels.prepare(frame, region: region) { rules.forget() }
    } catch {
      var reading = rules.reading
      reading.time = frame.time
      reading.event = nil
      reading.fault = error
      return reading
    }
    if rules.isCalibrating {
      let total = pixels.calibrate(frame, isFirst: rules.calibrated == 0)
      return rules.calibrate(time: frame.time, total: total)
    }
    return rules.judge(time: frame.time, total: pixels.total(frame))
  }
}
