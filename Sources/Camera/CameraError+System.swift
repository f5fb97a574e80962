import Glibc

extension CameraError {
  /// What a failed request means for the one who uses the camera.
  init(_ failure: VideoDevice.Failure, path: String) {
    let isOpening = failure.operation == "open"
    let code: Code
    let message: String
    switch failure.code {
    case ENOENT:
      code = .noDevice
      message = "there is no such camera (`heliograph devices` lists those there are)"
    case ENODEV, ENXIO:
      code = isOpening ? .noDevice : .unplugged
      message = isOpening ? "no camera answers there" : "the camera was unplugged"
    case EBUSY:
      code = .busy
      let user = NodeAccess.user(of: path).map { " by \($0)" } ?? " by another program"
      message = "the camera is in use\(user)"
    case EACCES, EPERM:
      code = .notPermitted
      message = NodeAccess.advice(for: path)
    case ENOTTY, EINVAL, EISDIR, ENOTDIR, EOPNOTSUPP:
      if isOpening {
        code = .noDevice
        message = "this is not a camera"
      } else {
        code = .inputOutput
        message = "the camera's driver refused \(failure.operation): \(CameraError.text(failure))"
      }
    case ENOSPC:
      code = .inputOutput
      message = "the bus has no room for this stream: try a smaller --size or another USB port"
    default:
      code = .inputOutput
      message = "\(failure.operation) failed: \(CameraError.text(failure))"
    }
    self.init(code: code, path: path, message: message, cause: failure.code)
  }

  /// Whether trying again at once is of no use.
  static func isFinal(_ code: Int32) -> Bool {
    [ENODEV, ENXIO, ENOENT, EBUSY, EACCES, EPERM].contains(code)
  }

  private static func text(_ failure: VideoDevice.Failure) -> String {
    String(cString: strerror(failure.code))
  }
}
