public import MorseCode
public import Photometry

/// The whole chain for light that is arriving: every call returns what became certain by it.
///
/// Lamps are numbered from 1 as they are found to send Morse, and a number never changes.
public struct LiveReceiver: Sendable {
  private var options: ReceiverOptions
  private var meter: PictureMeter
  private var channels: [Int: LampChannel] = [:]
  private var numbers: [Int: Int] = [:]
  private var firstNumber = 1
  /// When each known lamp was lit last, to tell its reflections by.
  private var recent: [Int: [LightEvent]] = [:]

  /// Events in half a minute, the longest that a candidate is looked back at, at 70 WPM.
  private static let mostRecent = 1800

  private let isWatched: Bool
  /// The candidate that is looked at while no lamp is known.
  private var watched: Int?

  /// The candidate of an input that has no picture.
  private static let trace = -1

  /// `isWatched`: whether `look` is called; then samples are kept for it.
  public init(options: ReceiverOptions, isWatched: Bool = false) {
    self.isWatched = isWatched
    self.options = options
    meter = PictureMeter(options: options)
  }

  /// Takes the next picture.
  public mutating func consume(_ frame: borrowing Frame) -> [Received] {
    take(meter.consume(frame))
  }

  /// Takes the next row of a trace.
  public mutating func consume(_ row: TraceRow, of kind: TraceKind) -> [Received] {
    if channels[Self.trace] == nil {
      channels[Self.trace] = channel(prior: 0)
    }
    let reports =
      switch kind {
      case .luma:
        channels[Self.trace]?.consume(BrightnessSample(time: row.time, brightness: row.value))
      case .state:
        channels[Self.trace]?.consume(LightEvent(row))
      }
    return number(reports ?? [], of: Self.trace)
  }

  /// What can be shown while the light comes, before anything is certain.
  public struct Status: Sendable {
    /// The level of the lamp, the ambient being 100.
    public var level: Double
    public var isLit: Bool
    /// Characters that are read but may yet change.
    public var provisional: [DecodedCharacter]
    /// The lamps that are known to send Morse, and where they are.
    public var places: [Int: Place]
  }

  /// Of the first lamp that is known; nil before there is one.
  public var status: Status? {
    let known = numbers.filter { channels[$0.key] != nil }
    guard let first = known.min(by: { $0.value < $1.value }), let channel = channels[first.key]
    else { return nil }
    let places = known.compactMap { id, number in channels[id]?.place.map { (number, $0) } }
    return Status(
      level: channel.level, isLit: channel.isLit, provisional: channel.provisional,
      places: Dictionary(places) { first, _ in first })
  }

  /// Every known lamp, or the strongest candidate while none is known, with what came since the
  /// last look. For a receiver that is watched.
  public mutating func look() -> [LampView] {
    let known = numbers.filter { channels[$0.key] != nil }.sorted { $0.value < $1.value }
    guard known.isEmpty else {
      watched = nil
      return known.compactMap { view(of: $0.key, as: $0.value, anew: false) }
    }
    func strength(_ id: Int) -> Double { abs((channels[id]?.log?.threshold ?? 100) - 100) }
    let strongest = channels.keys.sorted().max { strength($0) < strength($1) }
    guard let strongest else { return [] }
    // What is looked at changes only for what is clearly stronger.
    if let watched, channels[watched] != nil, strength(strongest) < 2 * strength(watched) + 1 {
      return [view(of: watched, as: 0, anew: false)].compactMap(\.self)
    }
    watched = strongest
    return [view(of: strongest, as: 0, anew: true)].compactMap(\.self)
  }

  private mutating func view(of id: Int, as number: Int, anew: Bool) -> LampView? {
    guard let taken = channels[id]?.log?.take(as: number, anew: anew), let channel = channels[id]
    else { return nil }
    return LampView(
      lamp: number, isLit: channel.isLit, level: channel.level, threshold: channel.log?.threshold,
      place: channel.place, provisional: channel.provisional, samples: taken.samples,
      isAnew: taken.isNew)
  }

  private func channel(prior: Double, place: Place? = nil) -> LampChannel {
    var channel = LampChannel(options: options, prior: prior, place: place)
    if isWatched { channel.log = SampleLog(threshold: options.detector.threshold) }
    return channel
  }

  /// Begins to look anew, by other options or by the same. Returns what was under way.
  public mutating func restart(_ options: ReceiverOptions) -> [Received] {
    let received = finish()
    self.options = options
    meter = PictureMeter(options: options)
    firstNumber += numbers.count
    numbers = [:]
    recent = [:]
    return received
  }

  /// Ends the input.
  public mutating func finish() -> [Received] {
    var received = take(meter.finish())
    for id in channels.keys.sorted() { received += close(id) }
    return received
  }

  private mutating func take(_ sightings: [Sighting]) -> [Received] {
    var received: [Received] = []
    for sighting in sightings {
      switch sighting {
      case .found(let id, let place, let searched):
        channels[id] = channel(prior: options.prior(searched: searched), place: place)
        if !numbers.isEmpty { channels[id]?.noteOther() }
      case .sample(let id, let sample):
        if let reports = channels[id]?.consume(sample) { received += number(reports, of: id) }
      case .judged(let id, let sample, let event):
        if let reports = channels[id]?.consume(sample, event: event) {
          received += number(reports, of: id)
        }
      case .moved(let id, let place): channels[id]?.place = place
      case .lost(let id): received += close(id)
      }
    }
    return received
  }

  private mutating func close(_ id: Int) -> [Received] {
    guard var channel = channels.removeValue(forKey: id) else { return [] }
    return number(channel.finish(), of: id)
  }

  private mutating func number(_ reports: [LampChannel.Report], of id: Int) -> [Received] {
    guard !reports.isEmpty else { return [] }
    let events = reports.compactMap(\.event)
    if numbers[id] == nil, recent.values.contains(where: { Reflection.isSame(events, $0) }) {
      channels[id] = nil
      return []
    }
    recent[id] = (recent[id] ?? []).suffix(Self.mostRecent) + events
    if numbers.isEmpty {
      for other in channels.keys where other != id { channels[other]?.noteOther() }
    }
    let lamp = numbers[id] ?? firstNumber + numbers.count
    numbers[id] = lamp
    return reports.map { Received($0, lamp: lamp) }
  }
}

extension Received {
  init(_ report: LampChannel.Report, lamp: Int) {
    self =
      switch report {
      case .light(let event): .light(lamp: lamp, event)
      case .character(let character): .character(lamp: lamp, character)
      case .message(let message): .message(lamp: lamp, message)
      }
  }
}

extension LightEvent {
  /// A state trace tells no brightness: unlit is the ambient, and lit is called twice that.
  init(_ row: TraceRow) {
    self.init(time: row.time, isOn: row.value == 1, level: row.value == 1 ? 200 : 100)
  }
}
