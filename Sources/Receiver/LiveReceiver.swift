public import MorseCode
public import Photometry

/// The whole chain for light that is arriving: every call returns what became certain by it.
///
/// Lamps are numbered from 1 as they are found to send Morse, and a number never changes.
public struct LiveReceiver: Sendable {
  private var options: ReceiverOptions
  var meter: PictureMeter
  var channels: [Int: LampChannel] = [:]
  var numbers: [Int: Int] = [:]
  private var firstNumber = 1
  /// Tells a known lamp's reflections.
  var reflections = LiveReflections()
  private var followed: Int?

  private let isWatched: Bool
  /// The candidate that is looked at while no lamp is known.
  private var watched: Int?

  /// The candidate of an input that has no picture.
  private static let trace = -1

  let searchesApart: Bool
  /// Places that are being read from before they were found, or anew.
  var backlogs: [Int: Backlog] = [:]
  var backlogCount = 0
  /// When places were found, of late, in seconds, and how each stood out; one that is found again is the same.
  private var found: [Int: (time: Double, contrast: LampFinder.Contrast?)] = [:]
  /// How often it has begun anew.
  var beginning = 0

  /// - Parameters:
  ///   - searchesApart: what takes longer than a picture may wait is left to whoever calls
  ///     `takeErrand`, so that no event waits for it.
  ///   - isWatched: whether `look` is called; then samples are kept for it.
  public init(options: ReceiverOptions, searchesApart: Bool = false, isWatched: Bool = false) {
    self.isWatched = isWatched
    self.options = options
    self.searchesApart = searchesApart
    meter = PictureMeter(options: options, searchesApart: searchesApart, isAwaited: true)
  }

  /// Takes the next picture.
  public mutating func consume(_ frame: borrowing Frame) -> [Received] {
    defer { follow() }
    return take(meter.consume(frame))
  }

  /// Takes the next row of a trace.
  public mutating func consume(_ row: TraceRow, of kind: TraceKind) -> [Received] {
    if channels[Self.trace] == nil {
      channels[Self.trace] = channel(prior: 0)
    }
    defer { follow() }
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
    /// The level of the lamp, the ambient being 100, and where it counts as on, once known.
    public var level: Double
    public var threshold: Double?
    public var isLit: Bool
    /// Whether it is known to send Morse, or only the clearest light that changes.
    public var isKnown: Bool
    /// Characters that are read but may yet change.
    public var provisional: [DecodedCharacter]
    /// The lamps that are known to send Morse, by number, and where they are.
    public var places: [Int: Place]
    /// Where the lamp is, known or not; nil without a picture.
    public var place: Place?
  }

  /// Of the lamp that is followed: the first of those that are known; while there is none, the
  /// clearest light that changes, to aim by. nil while nothing changes.
  public var status: Status? {
    guard let followed, let channel = channels[followed] else { return nil }
    let places = numbers.compactMap { id, number in channels[id]?.place.map { (number, $0) } }
    return Status(
      level: channel.level, threshold: channel.threshold, isLit: channel.isLit,
      isKnown: numbers[followed] != nil, provisional: channel.provisional,
      places: Dictionary(places) { first, _ in first }, place: channel.place)
  }

  /// Whether the light of `status` is on at this moment: what a sidetone sounds.
  public var isLit: Bool { followed.flatMap { channels[$0]?.isLit } ?? false }

  /// Light whose noise is above this part of its swing is not followed before it is known: half of
  /// the swing is then less than three deviations, and it would crackle.
  private static let noisiest = 1.0 / 6

  mutating func follow() {
    let known = numbers.filter { channels[$0.key] != nil }
    if let first = known.min(by: { $0.value < $1.value }) {
      followed = first.key
      return
    }
    let clear = channels.filter { $0.value.noise < Self.noisiest }
    let clearest = clear.min { ($0.value.noise, $0.key) < ($1.value.noise, $1.key) }
    // It changes over only for something much clearer: an ear, or an eye, follows one.
    if let followed, let now = clear[followed],
      clearest.map({ 2 * $0.value.noise > now.noise }) ?? true
    {
      return
    }
    followed = clearest?.key
  }

  /// Every known lamp, or the one that is followed while none is known, with what came since
  /// the last look. For a receiver that is watched.
  public mutating func look() -> [LampView] {
    let known = numbers.filter { channels[$0.key] != nil }.sorted { $0.value < $1.value }
    guard known.isEmpty else {
      watched = nil
      return known.compactMap { view(of: $0.key, as: $0.value, anew: false) }
    }
    guard let followed else { return [] }
    defer { watched = followed }
    return [view(of: followed, as: 0, anew: watched != followed)].compactMap(\.self)
  }

  private mutating func view(of id: Int, as number: Int, anew: Bool) -> LampView? {
    guard let taken = channels[id]?.log?.take(as: number, anew: anew), let channel = channels[id]
    else { return nil }
    return LampView(
      lamp: number, isLit: channel.isLit, level: channel.level, threshold: channel.threshold,
      place: channel.place, provisional: channel.provisional, samples: taken.samples,
      isAnew: taken.isNew)
  }

  private func channel(prior: Double, place: Place? = nil, swing: Double? = nil) -> LampChannel {
    var channel = LampChannel(
      options: options, prior: prior, place: place, swing: swing, looksApart: searchesApart)
    if isWatched { channel.log = SampleLog() }
    return channel
  }

  /// Begins to look anew, by other options or by the same. Returns what was under way.
  public mutating func restart(_ options: ReceiverOptions) -> [Received] {
    let received = finish()
    self.options = options
    meter = PictureMeter(options: options, searchesApart: searchesApart, isAwaited: true)
    beginning += 1
    firstNumber += numbers.count
    numbers = [:]
    found = [:]
    reflections = LiveReflections()
    return received
  }

  /// Ends the input.
  public mutating func finish() -> [Received] {
    var received = take(meter.finish())
    for id in backlogs.keys.sorted() { received += readBacklog(of: id) }
    for id in channels.keys.sorted() { received += close(id) }
    followed = nil
    return received
  }

  mutating func take(_ sightings: [Sighting]) -> [Received] {
    var received: [Received] = []
    for sighting in sightings {
      switch sighting {
      case .found(let id, let place, let searched, let contrast, let samples):
        var channel = channel(
          prior: options.prior(searched: searched), place: place, swing: contrast?.swing)
        if !numbers.isEmpty { channel.noteOther() }
        reflections.find(id)
        if let time = samples.last?.time { note(id, foundAt: time, contrast) }
        channel.isBusy = isBusy(for: channel)
        received += read(samples, by: channel, of: id)
      case .sample(let id, let sample):
        backlogs[id]?.append(sample)
        if let reports = channels[id]?.consume(sample) { received += number(reports, of: id) }
      case .judged(let id, let sample, let event):
        if let reports = channels[id]?.consume(sample, event: event) {
          received += number(reports, of: id)
        }
      // What was said stays said; what is held back is read in the better way.
      case .reread(let id, let samples):
        guard let first = samples.first else { break }
        if let channel = channels[id]?.begunAnew(at: first.time) {
          received += read(samples, by: channel, of: id)
        } else if let reports = channels[id]?.readAnew(samples) {
          received += number(reports, of: id)
        }
      case .moved(let id, let place):
        channels[id]?.place = place
        backlogs[id]?.channel.place = place
      case .lost(let id): received += lose(id)
      // What is still being read of it was sent all the same.
      case .ended(let id, _): received += readBacklog(of: id) + lose(id)
      case .covered(let id, let samples): channels[id]?.cover(samples)
      case .dismissed(let id, _): received += dismiss(id)
      }
    }
    return received
  }

  /// Notes how much goes on in the picture.
  private mutating func note(
    _ id: Int, foundAt time: Double, _ contrast: LampFinder.Contrast?
  ) {
    found = found.filter { $0.value.time >= time - Recurrence.busyFor }
    found[id] = (time, contrast)
    let busy = channels.mapValues(isBusy)
    for (id, isBusy) in busy { channels[id]?.isBusy = isBusy }
    let busyBacklogs = backlogs.mapValues { isBusy(for: $0.channel) }
    for (id, isBusy) in busyBacklogs { backlogs[id]?.channel.isBusy = isBusy }
  }

  private func isBusy(for channel: LampChannel) -> Bool {
    Recurrence.isBusy(found.values.lazy.map(\.contrast), beside: channel.swing)
  }

  mutating func close(_ id: Int) -> [Received] {
    backlogs[id] = nil
    guard var channel = channels.removeValue(forKey: id) else { return [] }
    defer { reflections.forget(id) }
    return number(channel.finish(), of: id)
  }

  mutating func number(_ reports: [LampChannel.Report], of id: Int) -> [Received] {
    guard !reports.isEmpty else { return [] }
    let passed = reflections.pass(reports, of: id, isKnown: numbers[id] != nil)
    guard !passed.isEmpty else { return succession(by: id) }
    if numbers.isEmpty {
      for other in channels.keys where other != id { channels[other]?.noteOther() }
    }
    let lamp = numbers[id] ?? firstNumber + numbers.count
    numbers[id] = lamp
    return passed.map { Received($0, lamp: lamp) }
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
