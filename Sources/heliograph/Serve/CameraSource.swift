import Camera
import Foundation
import Photometry
import Receiver
import Station

/// A camera, opened again whenever it went away.
struct CameraSource: StationSource {
  let request: Camera.Request
  let locksControls: Bool
  let channel: StationChannel
  let interruption = CameraInterruption()

  /// Seconds without a frame after which the camera is said to be silent.
  private static let patience = 2.0
  /// Seconds that automatic exposure is given to settle before it is locked.
  private static let settling = 1.0
  /// Seconds between attempts to open it.
  private static let retry = 2.0

  func run(until stop: StopSign) {
    var feed = StationFeed(channel)
    var request = request
    var said: String?
    while !stop.wait() {
      do {
        let camera = try Camera(request, interruption: interruption)
        said = nil
        note("\(channel.name): \(camera.summary)")
        let fault = watch(camera, &feed, stop)
        feed.restart()
        camera.close()
        guard let fault else { return }
        say(fault, &said)
        guard let path = camera.identity.waitForReturn(interruption: interruption) else { return }
        request.path = path
      } catch {
        say(error, &said)
        if stop.wait(Self.retry) { return }
      }
    }
  }

  /// Every fault is said once, however long it lasts.
  private func say(_ error: CameraError, _ said: inout String?) {
    let text = "\(error); waiting for it"
    guard said != text else { return }
    said = text
    note("\(channel.name): \(text)")
    channel.wait(fault: text)
  }

  /// Feeds until the camera fails; nil when stopped.
  private func watch(
    _ camera: Camera, _ feed: inout StationFeed, _ stop: StopSign
  ) -> CameraError? {
    let orientation = Orientation(
      width: camera.mode.width / camera.reduction, height: camera.mode.height / camera.reduction,
      scale: camera.reduction)
    let size = orientation.shownSize
    if let said = channel.fitRegion(width: size.width, height: size.height) { note(said) }
    feed.restart(orientation: orientation)
    channel.begin(source: camera.summary, picture: size)
    var preview = PreviewTimer(channel: channel)
    var log = LossLog()
    var first: Double?
    var last = 0.0
    var isStalled = false
    while !stop.wait() {
      do {
        let delivery = try camera.nextFrame(timeout: Self.patience) { frame in
          last = frame.time
          preview.show(frame, orientation)
          feed.consume(frame)
        }
        switch delivery {
        case .frame(_, let losses):
          if isStalled { channel.begin(source: camera.summary, picture: size) }
          isStalled = false
          if let message = log.count(losses, at: last) { channel.say(message) }
          if let begin = first, locksControls, last - begin >= Self.settling {
            first = .infinity
            let locked = camera.lockControls()
            if !locked.isEmpty { channel.say("held still: \(locked.joined(separator: ", "))") }
          }
          first = first ?? last
        case .stalled(let seconds):
          if !isStalled {
            channel.wait(
              fault: "\(camera.path): no frame for \(Int(seconds.rounded())) s; waiting")
          }
          isStalled = true
        case .restarted(let error): channel.say("\(error); the stream was begun anew")
        case .interrupted: return nil
        }
      } catch {
        return error
      }
    }
    return nil
  }
}
