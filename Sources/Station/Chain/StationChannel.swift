import Foundation
import Photometry
import Receiver
import Synchronization

/// One station, as everybody may touch it: its state is told to clients, its settings are changed by
/// them. What it receives is fed by a `StationFeed` on the source's own thread.
public final class StationChannel: Sendable {
  public let name: String
  public let kind: SourceKind
  let base: ReceiverOptions
  let hub: EventHub
  let history: History
  let clock: @Sendable () -> Double
  /// What the flags say.
  private let begun: StationSettings
  private let shared: Mutex<Shared>

  private struct Shared {
    var state = SourceState.waiting
    var source: String
    var fault: String?
    var picture: StationReport.Size?
    var framesPerSecond: Double?
    var settings: StationSettings
    /// Whether the feed has to begin anew.
    var isChanged = false
    var messages = 0
    var lamps: [LampReport] = []
    var preview: Preview?
    var previewWanted = -Double.infinity
  }

  /// The latest picture for aiming.
  struct Preview: Sendable {
    var number: Int
    var jpeg: [UInt8]
  }

  init(
    name: String, kind: SourceKind, source: String, options: ReceiverOptions,
    settings: StationSettings, hub: EventHub, history: History,
    clock: @escaping @Sendable () -> Double
  ) {
    self.name = name
    self.kind = kind
    base = options
    self.hub = hub
    self.history = history
    self.clock = clock
    begun = settings
    let restored = history.settings(of: name)?.restored(upon: settings) ?? settings
    shared = Mutex(Shared(source: PlainText.harmless(source), settings: restored))
  }

  // MARK: What the source says

  /// The source is open: `source` tells it in words; `picture` is its size as shown, if it has one.
  public func begin(source: String, picture: (width: Int, height: Int)?) {
    change {
      $0.state = .running
      $0.fault = nil
      $0.source = PlainText.harmless(source)
      $0.picture = picture.map { .init(width: $0.width, height: $0.height) }
    }
  }

  /// Gives up a region that reaches beyond the picture: the camera is another one now, or was set
  /// anew. Returns what there is to say of that.
  public func fitRegion(width: Int, height: Int) -> String? {
    let settings = shared.withLock { shared -> StationSettings? in
      guard let region = shared.settings.region,
        region.x + region.width > width || region.y + region.height > height
      else { return nil }
      shared.settings.region = nil
      shared.isChanged = true
      return shared.settings
    }
    guard let settings else { return nil }
    hub.publish(.settings, SettingsEvent(station: name, settings: SettingsDocument(settings)))
    let text =
      "\(name): the region reaches beyond the picture, which is \(width)x\(height); "
      + "all of it is looked at"
    say(text)
    return text
  }

  /// The source is away, and waited for.
  public func wait(fault: String) {
    change {
      $0.state = .waiting
      $0.fault = PlainText.harmless(fault)
      $0.lamps = []
      $0.framesPerSecond = nil
    }
    say(fault)
  }

  /// The source is over.
  public func end(fault: String?) {
    change {
      $0.state = .ended
      $0.fault = fault.map { PlainText.harmless($0) }
      $0.lamps = []
      $0.framesPerSecond = nil
    }
    if let fault { say(fault) }
  }

  /// Tells everybody who watches.
  public func say(_ text: String) {
    hub.publish(
      .notice, NoticeEvent(station: name, time: clock(), text: PlainText.harmless(text)))
  }

  /// Whether somebody has looked at the picture within the last seconds.
  public var isPreviewWanted: Bool {
    let now = clock()
    return shared.withLock { now - $0.previewWanted < 3 }
  }

  /// Shows a picture, as JPEG.
  public func show(_ jpeg: [UInt8]) {
    shared.withLock { shared in
      shared.preview = Preview(number: (shared.preview?.number ?? 0) + 1, jpeg: jpeg)
    }
  }

  // MARK: What the feed asks and tells

  /// The settings to begin anew with, if they were changed since the last call.
  func takeChange() -> StationSettings? {
    shared.withLock { shared in
      defer { shared.isChanged = false }
      return shared.isChanged ? shared.settings : nil
    }
  }

  func note(lamps: [LampReport], framesPerSecond: Double?) {
    let isNews = shared.withLock { shared in
      shared.framesPerSecond = framesPerSecond ?? shared.framesPerSecond
      guard shared.lamps != lamps else { return false }
      shared.lamps = lamps
      return true
    }
    if isNews { hub.publish(.lamps, LampsEvent(station: name, lamps: lamps)) }
  }

  func countMessage() {
    shared.withLock { $0.messages += 1 }
  }

  // MARK: What clients ask

  public var settings: StationSettings { shared.withLock { $0.settings } }

  var report: StationReport {
    shared.withLock { shared in
      StationReport(
        station: name, kind: kind, state: shared.state, source: shared.source,
        fault: shared.fault, picture: shared.picture, framesPerSecond: shared.framesPerSecond,
        settings: SettingsDocument(shared.settings), messages: shared.messages,
        lamps: shared.lamps)
    }
  }

  var picture: StationReport.Size? { shared.withLock { $0.picture } }

  /// Changes settings by what a client sent; returns them as they are then.
  func update<Failure: Error>(
    _ body: (inout StationSettings) throws(Failure) -> Void
  ) throws(Failure) -> StationSettings {
    let now = try shared.withLock { shared throws(Failure) in
      var settings = shared.settings
      try body(&settings)
      shared.settings = settings
      shared.isChanged = true
      return settings
    }
    history.put(SavedSettings(station: name, settings: now, begun: begun))
    hub.publish(.settings, SettingsEvent(station: name, settings: SettingsDocument(now)))
    return now
  }

  /// Begins to look anew, by the same settings.
  func recalibrate() {
    shared.withLock { $0.isChanged = true }
    say("\(name): looking anew")
  }

  /// The latest picture; asking for it makes the source show more.
  func takePreview() -> Preview? {
    let now = clock()
    return shared.withLock { shared in
      shared.previewWanted = now
      return shared.state == .running ? shared.preview : nil
    }
  }

  private func change(_ body: (inout Shared) -> Void) {
    shared.withLock { body(&$0) }
    hub.publish(.station, report)
  }
}
