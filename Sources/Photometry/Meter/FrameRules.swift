/// What the original receiver's rules make of one total a frame. Pure state; pixels are `PixelMeter`'s.
struct FrameRules: Sendable {
  private let options: FrameMeter.Options
  private var automatic: AutomaticThreshold?
  /// Frames that have been used to calibrate.
  private(set) var calibrated = 0
  /// Whether a frame at level 100 has been seen since the calibration.
  private var isSteady = false
  private var lastUnlit = 0.0
  private var onSince: Double?
  /// What was made of the last frame.
  private(set) var reading = FrameMeter.Reading(
    time: 0, level: 100, isOn: false, isCalibrating: true)

  init(options: FrameMeter.Options) {
    self.options = options
    if case .auto = options.threshold { automatic = AutomaticThreshold() }
  }

  var isCalibrating: Bool { calibrated < options.calibrationFrames }

  /// The level above which the light is on.
  var threshold: Double {
    switch options.threshold {
    case .level(let level): level
    case .auto: automatic?.level ?? AutomaticThreshold.start
    }
  }

  mutating func forget() {
    calibrated = 0
    isSteady = false
    onSince = nil
  }

  /// A frame that calibrates, with its plain sum of luma.
  mutating func calibrate(time: Double, total: Double) -> FrameMeter.Reading {
    calibrated += 1
    lastUnlit = total
    return report(time, level: 100, on: false, isCalibrating: true)
  }

  /// A frame after the calibration, with its sum in which brightened pixels count twice.
  mutating func judge(time: Double, total: Double) -> FrameMeter.Reading {
    let level = level(total)
    if !isSteady {
      guard level >= 100, level < 101 else {
        lastUnlit = total
        return report(time, level: level, on: false, isCalibrating: true)
      }
      isSteady = true
    }
    automatic?.advance(to: time)
    guard level > threshold, level > 95 else {
      lastUnlit = total
      onSince = nil
      automatic?.wentOff()
      return report(time, level: level, on: false, isCalibrating: false)
    }
    let since = onSince ?? time
    onSince = since
    if time - since > options.recalibrateAfter {
      forget()
      automatic?.wentOff()
      return report(time, level: level, on: false, isCalibrating: true)
    }
    automatic?.isOn(level: level, at: time)
    return report(time, level: level, on: true, isCalibrating: false)
  }

  /// 100 x total / last unlit total, and finite after a black picture: at least one step of luma.
  private func level(_ total: Double) -> Double {
    total == lastUnlit ? 100 : 100 * total / max(lastUnlit, 1)
  }

  private mutating func report(
    _ time: Double, level: Double, on: Bool, isCalibrating: Bool
  ) -> FrameMeter.Reading {
    reading = FrameMeter.Reading(
      time: time, level: level, isOn: on, isCalibrating: isCalibrating,
      event: on == reading.isOn ? nil : LightEvent(time: time, isOn: on, level: level))
    return reading
  }
}
