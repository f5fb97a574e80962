import CVideo4Linux

/// Holds a camera's automatic controls still, and puts them back.
///
/// A camera that brightens a dark picture, or hunts for focus, answers the lamp's light
/// with a change of its own.
struct CameraControls {
  /// A change that is wanted: the automatic off, and what it had found kept.
  private struct Lock {
    var name: String
    var automatic: Int
    /// The values to try, the first that the camera has.
    var off: [Int32]
    /// Keeps the value that the automatic found last.
    var manual: Int?
  }

  private static let locks = [
    // A camera may lengthen the exposure beyond the frame, and so halve the rate, in the dark.
    Lock(
      name: "frame rate", automatic: V4L2_CID_EXPOSURE_AUTO_PRIORITY.asInt, off: [0], manual: nil),
    Lock(
      name: "exposure", automatic: V4L2_CID_EXPOSURE_AUTO.asInt,
      off: [
        Int32(bitPattern: V4L2_EXPOSURE_MANUAL.rawValue),
        Int32(bitPattern: V4L2_EXPOSURE_SHUTTER_PRIORITY.rawValue),
      ],
      manual: V4L2_CID_EXPOSURE_ABSOLUTE.asInt),
    Lock(
      name: "gain", automatic: V4L2_CID_AUTOGAIN.asInt, off: [0], manual: V4L2_CID_GAIN.asInt),
    Lock(
      name: "white balance", automatic: V4L2_CID_AUTO_WHITE_BALANCE.asInt, off: [0],
      manual: V4L2_CID_WHITE_BALANCE_TEMPERATURE.asInt),
    Lock(
      name: "focus", automatic: V4L2_CID_FOCUS_AUTO.asInt, off: [0],
      manual: V4L2_CID_FOCUS_ABSOLUTE.asInt),
  ]

  /// What was there before, in the order in which it was changed.
  private var saved: [(control: Int, value: Int32)] = []

  var isLocked: Bool { !saved.isEmpty }

  /// Switches off what is automatic; gives the names of what it could hold still.
  mutating func lock(_ device: VideoDevice) -> [String] {
    guard !isLocked else { return [] }
    var names: [String] = []
    for lock in CameraControls.locks {
      guard let automatic = device.control(lock.automatic), !lock.off.contains(automatic) else {
        continue
      }
      let manual = lock.manual.flatMap { device.control($0) }
      guard lock.off.contains(where: { device.setControl(lock.automatic, to: $0) }) else {
        continue
      }
      saved.append((lock.automatic, automatic))
      names.append(lock.name)
      if let control = lock.manual, let manual, device.setControl(control, to: manual) {
        saved.append((control, manual))
      }
    }
    // Exposure 1, white balance 2, focus 4: cameras on a bus of their own have this instead.
    if names.isEmpty, let before = device.control(V4L2_CID_3A_LOCK.asInt), before != 7,
      device.setControl(V4L2_CID_3A_LOCK.asInt, to: 7)
    {
      saved.append((V4L2_CID_3A_LOCK.asInt, before))
      names = ["exposure", "white balance", "focus"]
    }
    return names
  }

  /// Puts everything back, the last change first.
  mutating func restore(_ device: VideoDevice) {
    while let (control, value) = saved.popLast() { _ = device.setControl(control, to: value) }
  }

  /// Seconds of exposure, where the camera was told and does not change it by itself.
  func exposure(_ device: VideoDevice) -> Double? {
    guard let automatic = device.control(V4L2_CID_EXPOSURE_AUTO.asInt),
      automatic == Int32(bitPattern: V4L2_EXPOSURE_MANUAL.rawValue)
        || automatic == Int32(bitPattern: V4L2_EXPOSURE_SHUTTER_PRIORITY.rawValue),
      let value = device.control(V4L2_CID_EXPOSURE_ABSOLUTE.asInt), value > 0
    else { return nil }
    // Its unit is 100 microseconds.
    return Double(value) * 1e-4
  }
}

extension FixedWidthInteger {
  fileprivate var asInt: Int { Int(self) }
}

extension VideoDevice {
  /// A control's value; nil where the camera has no such control in use.
  fileprivate func control(_ id: Int) -> Int32? {
    var description = v4l2_queryctrl()
    description.id = UInt32(id)
    guard video_ioctl(descriptor, REQUEST_QUERYCTRL, &description) == 0,
      description.flags & UInt32(V4L2_CTRL_FLAG_DISABLED) == 0
    else { return nil }
    var control = v4l2_control(id: UInt32(id), value: 0)
    guard video_ioctl(descriptor, REQUEST_G_CTRL, &control) == 0 else { return nil }
    return control.value
  }

  /// False where the camera would not have it.
  fileprivate func setControl(_ id: Int, to value: Int32) -> Bool {
    var control = v4l2_control(id: UInt32(id), value: value)
    return video_ioctl(descriptor, REQUEST_S_CTRL, &control) == 0
  }
}
