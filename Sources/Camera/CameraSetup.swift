import Glibc

/// Opens a camera and sets the mode that was asked for, or the best.
struct CameraSetup {
  let device: VideoDevice
  let capability: Capability
  let mode: CameraMode
  let rate: FrameRate?
  let reader: FrameReader

  init(path: String, request: Camera.Request) throws(CameraError) {
    let asked = try request.rate.map { rate throws(CameraError) in
      guard let rate = FrameRate(rate) else {
        throw CameraError(
          code: .unsupported, path: path, message: "no camera gives \(rate) frames a second")
      }
      return rate
    }
    let wish = request.width.flatMap { width in request.height.map { (width, $0) } }
    var own: [CameraMode] = []
    var found: (VideoDevice, Capability, ModeChoice)?
    for isConverting in [false, true] where found == nil {
      do throws(VideoDevice.Failure) {
        let device = try VideoDevice(path: path, isConverting: isConverting)
        let capability = try device.capability()
        guard capability.isCamera else {
          throw VideoDevice.Failure(operation: "open", code: ENOTTY)
        }
        let modes = device.modes(wish: wish)
        if !isConverting { own = modes }
        let choice = ModeChoice.best(
          of: modes.filter { request.format == nil || request.format == $0.format },
          width: request.width, height: request.height, rate: asked)
        found = choice.map { (device, capability, $0) }
      } catch {
        throw CameraError(error, path: path)
      }
    }
    guard let (device, capability, choice) = found else {
      throw CameraSetup.unsupported(own, path: path, wish: wish)
    }
    (self.device, self.capability) = (device, capability)
    let active: ActiveFormat
    do throws(VideoDevice.Failure) {
      active = try device.setFormat(
        choice.mode.format, width: choice.mode.width, height: choice.mode.height)
    } catch {
      throw CameraError(error, path: path)
    }
    if let rate = choice.rate { device.setRate(rate) }
    rate = device.rate() ?? choice.rate
    guard let reader = FrameReader(active) else {
      throw CameraError(
        code: .unsupported, path: path,
        message: "the camera gives \(active.fourCC) instead of \(choice.mode.format)")
    }
    self.reader = reader
    var mode = choice.mode
    (mode.format, mode.width, mode.height) = (active.fourCC, active.width, active.height)
    self.mode = mode
  }

  private static func unsupported(
    _ modes: [CameraMode], path: String, wish: (Int, Int)?
  ) -> CameraError {
    let readable = modes.filter(\.isReadable)
    let message: String
    if readable.isEmpty {
      let names = unique(modes.map { "\($0.format) (\($0.formatName))" })
      message =
        names.isEmpty
        ? "the camera names no format"
        : "cannot read its only formats: \(names.joined(separator: ", "))"
    } else {
      let sizes = unique(readable.map { "\($0.width)x\($0.height)" })
      let size = wish.map { "\($0.0)x\($0.1)" } ?? "such pictures"
      message = "the camera does not give \(size), only \(sizes.joined(separator: ", "))"
    }
    return CameraError(code: .unsupported, path: path, message: message)
  }

  /// Without repeats, in order.
  private static func unique(_ names: [String]) -> [String] {
    var seen = Set<String>()
    return names.filter { seen.insert($0).inserted }
  }
}
