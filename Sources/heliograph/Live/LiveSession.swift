import Camera
import Foundation
import MorseCode
import Photometry
import Receiver

/// A camera, the receiver, and what is printed, sounded and shown, until the end.
struct LiveSession {
  private let request: Camera.Request
  private let locksControls: Bool
  private let reconnects: Bool
  private var options: ReceiverOptions
  private var camera: Camera
  private var receiver: LiveReceiver
  private let printer: Printer
  private let sound: LiveSound?
  private let display: LiveDisplay?
  private let helper = ErrandThread()
  private var sensitivity: Sensitivity
  private var log = LossLog()
  private var firstFrame: Double?
  private var isStalled = false
  /// Whether a frame was seen: subtitles count from the first.
  private var hasBegun = false

  /// Seconds without a frame after which the camera is said to be silent.
  private static let patience = 2.0
  /// Seconds that automatic exposure is given to settle before it is locked.
  private static let settling = 1.0

  /// Opens the camera.
  init(
    request: Camera.Request, options: ReceiverOptions, sensitivity: Sensitivity,
    sound: SidetoneOptions, printer: Printer, locksControls: Bool, reconnects: Bool
  ) throws(Fault) {
    self.request = request
    self.locksControls = locksControls
    self.reconnects = reconnects
    self.sensitivity = sensitivity
    self.sound = try LiveSound(sound)
    camera = try Self.open(request)
    var options = options
    options.orientation = try Self.orientation(of: camera, for: options)
    self.options = options
    receiver = LiveReceiver(options: options, searchesApart: true)
    self.printer = printer
    note(camera.summary)
    display = LiveDisplay(camera: camera.summary)
  }

  /// Receives until a signal, the view's q, or a camera that is gone for good.
  mutating func run() throws(Fault) {
    var fault: Fault?
    do {
      while !Interruption.isRequested, display?.isQuitting != true {
        try step()
        try obeyKeys()
      }
    } catch {
      fault = error
    }
    camera.close()
    display?.close()
    if fault?.isOfOutput != true {
      try deliver(receiver.finish())
      try printer.finish()
    }
    sound?.stop()
    if let fault = fault ?? sound?.fault { throw fault }
  }

  private mutating func step() throws(Fault) {
    let delivery: Camera.Delivery<[Received]>
    do {
      let display = display
      let scale = options.orientation.scale
      delivery = try camera.nextFrame(timeout: Self.patience) { frame in
        display?.look(at: frame, scale: scale)
        firstFrame = firstFrame ?? frame.time
        lastFrame = frame.time
        return receiver.consume(frame)
      }
    } catch {
      return try recover(from: error)
    }
    switch delivery {
    case .frame(let received, let losses):
      isStalled = false
      if !hasBegun {
        hasBegun = true
        printer.begin(at: lastFrame)
      }
      sound?.follow(isLit: receiver.isLit, at: lastFrame)
      try deliver(received)
      for outcome in helper.takeOutcomes() { try deliver(receiver.consume(outcome)) }
      while let errand = receiver.takeErrand() { helper.begin(errand) }
      if let message = log.count(losses, at: lastFrame) { say(message) }
      lockWhenSettled()
      if let display, display.isDue(at: lastFrame) {
        display.show(receiver.status, losses: log.total, at: lastFrame, sensitivity: sensitivity)
      }
    case .stalled(let seconds):
      sound?.follow(isLit: false, at: lastFrame)
      if !isStalled {
        say("\(camera.path): no frame for \(Int(seconds.rounded())) s; waiting for the camera")
      }
      isStalled = true
    case .restarted(let error):
      say("\(error); the stream was begun anew")
    case .interrupted:
      break
    }
  }

  private var lastFrame = 0.0

  private mutating func lockWhenSettled() {
    guard locksControls, let begin = firstFrame, lastFrame - begin >= Self.settling else { return }
    firstFrame = .infinity
    let locked = camera.lockControls()
    if !locked.isEmpty { say("held still: \(locked.joined(separator: ", "))") }
  }

  private mutating func recover(from error: CameraError) throws(Fault) {
    guard reconnects, error.code == .unplugged || error.code == .inputOutput else {
      throw Fault(error)
    }
    say("\(error); waiting for it to come back")
    sound?.follow(isLit: false, at: lastFrame)
    camera.close()
    var refusals = 0
    while !Interruption.isRequested {
      guard let path = camera.identity.waitForReturn(interruption: Interruption.wait) else {
        return
      }
      var request = request
      request.path = path
      do {
        let reopened = try Self.open(request)
        camera = reopened
        let orientation = try Self.orientation(of: camera, for: options)
        if orientation != options.orientation {
          options.orientation = orientation
          try deliver(receiver.restart(options))
        }
        firstFrame = nil
        return say("\(camera.summary) is back")
      } catch {
        // A node is there before its permissions are; what stays for two seconds is said.
        refusals += 1
        if refusals == 8 { say("\(error.message); waiting") }
        if Interruption.wait.wait(seconds: 0.25) { return }
      }
    }
  }

  private mutating func deliver(_ received: [Received]) throws(Fault) {
    guard !received.isEmpty else { return }
    display?.note(received)
    try printer.write(received)
  }

  private mutating func obeyKeys() throws(Fault) {
    guard let keys = display?.takeKeys(), !keys.isEmpty else { return }
    for key in keys {
      switch key {
      case .moreSensitive: sensitivity = sensitivity.stepped(by: 5)
      case .lessSensitive: sensitivity = sensitivity.stepped(by: -5)
      case .recalibrate, .quit: break
      }
    }
    guard keys.contains(where: { $0 != .quit }) else { return }
    options.detector.threshold = sensitivity.threshold
    try deliver(receiver.restart(options))
  }

  private func say(_ message: String) {
    if let display { display.say(message) } else { note(message) }
  }

  private static func open(_ request: Camera.Request) throws(Fault) -> Camera {
    do {
      return try Camera(request, interruption: Interruption.wait)
    } catch {
      throw Fault(error)
    }
  }

  private static func orientation(
    of camera: Camera, for options: ReceiverOptions
  ) throws(Fault) -> Orientation {
    let orientation = Orientation(
      width: camera.mode.width / camera.reduction, height: camera.mode.height / camera.reduction,
      scale: camera.reduction)
    try options.check(region: orientation, of: camera.path)
    return orientation
  }
}
