import MorseCode
public import Photometry
public import Receiver

/// The chain of one station, from frames or rows to what its channel tells and its history keeps.
///
/// Belongs to the thread of its source. Times of the input plus `offset` are Unix seconds.
public struct StationFeed {
  private let channel: StationChannel
  private var receiver: LiveReceiver
  private var settings: StationSettings
  private var orientation: Orientation
  /// What brings the input's times to Unix seconds.
  public var offset: Double
  private var desk: MessageDesk
  private var thinners: [Int: LevelThinner] = [:]
  private var lastLook = -Double.infinity
  private var counted: (since: Double, frames: Int)?
  private var rate: Double?

  /// Seconds between looks at the lamps: what an eye sees as live.
  private static let interval = 0.1

  public init(
    _ channel: StationChannel, orientation: Orientation = Orientation(width: 0, height: 0),
    offset: Double = 0
  ) {
    self.channel = channel
    self.orientation = orientation
    self.offset = offset
    settings = channel.settings
    desk = MessageDesk(channel)
    var options = settings.options(upon: channel.base)
    options.orientation = orientation
    receiver = LiveReceiver(options: options, isWatched: true)
  }

  /// Takes the next picture.
  public mutating func consume(_ frame: borrowing Frame) {
    obey()
    count(at: frame.time)
    deliver(receiver.consume(frame))
    look(at: frame.time)
  }

  /// Takes the next rows of a trace. Returns what became certain by them.
  @discardableResult
  public mutating func consume(_ rows: [TraceRow], of kind: TraceKind) -> [Received] {
    obey()
    var all: [Received] = []
    for (index, row) in rows.enumerated() {
      let received = receiver.consume(row, of: kind)
      deliver(received)
      all += received
      // Many at once are looked at together, but before the first of them are forgotten.
      if index % 1000 == 999 || index == rows.count - 1 { look(at: row.time) }
    }
    return all
  }

  /// Ends the input: what was under way is delivered. Another may begin, with `orientation`.
  @discardableResult
  public mutating func restart(orientation: Orientation? = nil) -> [Received] {
    if let orientation { self.orientation = orientation }
    lookAtLamps()
    let rest = receiver.finish()
    deliver(rest)
    lookAtLamps()
    var options = settings.options(upon: channel.base)
    options.orientation = self.orientation
    receiver = LiveReceiver(options: options, isWatched: true)
    desk.endAll(offset: offset)
    thinners = [:]
    lastLook = -.infinity
    counted = nil
    return rest
  }

  private mutating func obey() {
    guard let change = channel.takeChange() else { return }
    settings = change
    var options = settings.options(upon: channel.base)
    options.orientation = orientation
    deliver(receiver.restart(options))
    desk.endAll(offset: offset)
    thinners = [:]
  }

  private mutating func deliver(_ received: [Received]) {
    for item in received {
      // A message takes its levels with it.
      if case .message = item { lookAtLamps() }
      desk.take(item, offset: offset)
    }
  }

  private mutating func count(at time: Double) {
    guard let begun = counted, time >= begun.since else {
      counted = (time, 0)
      return
    }
    counted = (begun.since, begun.frames + 1)
    guard time - begun.since >= 2 else { return }
    rate = Double(begun.frames + 1) / (time - begun.since)
    counted = (time, 0)
  }

  private mutating func look(at time: Double) {
    guard time - lastLook >= Self.interval || time < lastLook else { return }
    lastLook = time
    lookAtLamps()
  }

  private mutating func lookAtLamps() {
    var reports: [LampReport] = []
    for view in receiver.look() {
      if view.isAnew { thinners[view.lamp] = LevelThinner() }
      let points = thinners[view.lamp, default: LevelThinner()].consume(
        view.samples, offset: offset)
      desk.takeLevels(points, of: view, isAnew: view.isAnew)
      reports.append(desk.report(view))
    }
    channel.note(lamps: reports, framesPerSecond: rate.map { JSONText.rounded($0, 1) })
  }
}
