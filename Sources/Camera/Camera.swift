public import Photometry

/// A V4L2 camera that streams, opened through libv4l2.
///
/// Belongs to one thread, which waits in `nextFrame`. Closing (by dropping the last reference, or
/// `close()`) puts the controls back that `lockControls` changed.
public final class Camera {
  /// What is asked for; what is left out is chosen.
  public struct Request: Hashable, Sendable {
    /// A node, or a link to one as in /dev/v4l/by-id; nil: the first camera that is found.
    public var path: String?
    /// Pixels.
    public var width: Int?
    public var height: Int?
    /// Frames a second.
    public var rate: Double?
    /// The driver's pixel format.
    public var format: FourCC?

    public init(
      path: String? = nil, width: Int? = nil, height: Int? = nil, rate: Double? = nil,
      format: FourCC? = nil
    ) {
      self.format = format
      self.path = path
      self.width = width
      self.height = height
      self.rate = rate
    }
  }

  /// What came of waiting for a frame.
  public enum Delivery<Result> {
    /// A frame was lent, and this is what was made of it.
    case frame(Result, Losses)
    /// Nothing came within the timeout; seconds since the last frame (or since the start).
    case stalled(Double)
    /// The stream failed and was begun anew; the frames between are lost. Times stay true.
    case restarted(CameraError)
    /// `interruption` ended the wait.
    case interrupted
  }

  /// The camera's own name.
  public let name: String
  /// The node that was opened.
  public let path: String
  public let identity: CameraIdentity
  /// What it was set to: pixels and format as the driver delivers them.
  public let mode: CameraMode
  /// As the driver says it; nil where it does not.
  public let rate: FrameRate?
  /// By how much each side of the frames is smaller than the camera's picture (1, 2, 4 or 8): large
  /// JPEG pictures are read at a reduced scale.
  public let reduction: Int
  /// Ends the wait in `nextFrame`, from any thread.
  public let interruption: CameraInterruption

  private let stream: CaptureStream
  private let reader: FrameReader
  private var controls = CameraControls()
  private var exposure: Double?

  /// Opens a camera and starts it.
  public init(
    _ request: Request = Request(), interruption: CameraInterruption = CameraInterruption()
  ) throws(CameraError) {
    let path: String
    if let asked = request.path { path = asked } else { path = try CameraList.firstPath() }
    self.path = path
    self.interruption = interruption
    let setUp = try CameraSetup(path: path, request: request)
    let device = setUp.device
    name = setUp.capability.card
    identity = CameraIdentity(path: path, capability: setUp.capability)
    mode = setUp.mode
    rate = setUp.rate
    reader = setUp.reader
    reduction = setUp.reader.reduction
    stream = try CaptureStream(device: device, path: path, interval: setUp.rate?.interval)
  }

  deinit { close() }

  /// One line for people: name, format, size and rate.
  public var summary: String {
    let rate = rate.map { " at \($0) frames a second" } ?? ""
    let read = reduction > 1 ? ", read at 1/\(reduction)" : ""
    let by = mode.isConverted ? " (converted by libv4l2)" : ""
    return "\(name), \(path): \(mode.format)\(by) \(mode.width)x\(mode.height)\(rate)\(read)"
  }

  /// Waits for the next frame and lends it to `body`. Its time is in Unix seconds: the
  /// driver's, brought to that clock as it stood when the stream began. Where in the exposure that
  /// is, drivers do not agree (uvcvideo says the start and means the first packet's arrival):
  /// it is taken for the middle, which is off by a constant.
  ///
  /// Frames older than the driver's buffers should hold, and those that are damaged, are passed
  /// over and counted in the losses of the next one. Throws when the camera is gone or fails
  /// again and again.
  public func nextFrame<Result>(
    timeout: Double, _ body: (borrowing Frame) -> Result
  ) throws(CameraError) -> Delivery<Result> {
    let deadline = MonotonicClock.now + timeout
    while true {
      let outcome = try stream.next(until: deadline, interruption: interruption)
      switch outcome {
      case .stalled(let seconds): return .stalled(seconds)
      case .interrupted: return .interrupted
      case .restarted(let error): return .restarted(error)
      case .buffer(let buffer, let time):
        let result = stream.device.withBytes(of: buffer) { bytes in
          reader.read(
            bytes, time: time, exposure: exposure, body)
        }
        stream.giveBack(buffer)
        if case .some(.some(let result)) = result {
          return .frame(result, stream.takeLosses())
        }
        stream.countDamaged()
      }
    }
  }

  // MARK: Controls

  /// Holds exposure, gain, white balance and focus where they are; gives the names of what was
  /// automatic and no longer is.
  public func lockControls() -> [String] {
    let names = controls.lock(stream.device)
    // A time longer than the frame cannot be: such cameras count in units of their own.
    exposure = controls.exposure(stream.device).flatMap { exposure in
      rate.map { exposure <= 1.05 * $0.interval } ?? false ? exposure : nil
    }
    return names
  }

  /// Puts back what `lockControls` changed.
  public func restoreControls() {
    controls.restore(stream.device)
    exposure = nil
  }

  /// Stops the stream and puts the controls back; `nextFrame` throws from then on.
  public func close() {
    restoreControls()
    stream.close()
  }
}
