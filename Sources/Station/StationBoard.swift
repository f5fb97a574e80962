import HTTPTypes
import Receiver
import Synchronization

/// All stations, by their names.
final class StationBoard: Sendable {
  private let limits: StationLimits
  private let hub: EventHub
  private let history: History
  private let clock: @Sendable () -> Double
  /// How posted samples are looked at.
  private let sensorOptions: ReceiverOptions
  private let sensorSettings: StationSettings
  private let state = Mutex(State())

  private struct State {
    var channels: [StationChannel] = []
    var sensors: [String: SensorStation] = [:]
  }

  init(
    limits: StationLimits, hub: EventHub, history: History, sensorOptions: ReceiverOptions,
    sensorSettings: StationSettings, clock: @escaping @Sendable () -> Double
  ) {
    self.limits = limits
    self.hub = hub
    self.history = history
    self.clock = clock
    self.sensorOptions = sensorOptions
    self.sensorSettings = sensorSettings
  }

  /// A new station; a name that is taken gets a number.
  func add(
    name: String, kind: SourceKind, source: String, options: ReceiverOptions,
    settings: StationSettings
  ) -> StationChannel {
    let channel = state.withLock { state in
      var free = PlainText.isName(name) ? name : "station"
      var number = 2
      while state.channels.contains(where: { $0.name == free }) {
        free = "\(name)-\(number)"
        number += 1
      }
      let channel = StationChannel(
        name: free, kind: kind, source: source, options: options, settings: settings, hub: hub,
        history: history, clock: clock)
      state.channels.append(channel)
      return channel
    }
    hub.publish(.station, channel.report)
    return channel
  }

  func channel(_ name: String) -> StationChannel? {
    state.withLock { $0.channels.first { $0.name == name } }
  }

  var reports: [StationReport] {
    state.withLock { $0.channels }.map(\.report)
  }

  /// The station that samples of this name go to; the first sample makes it.
  func sensor(_ name: String) throws(Problem) -> SensorStation {
    if let known = state.withLock({ $0.sensors[name] }) { return known }
    guard channel(name) == nil else {
      throw Problem(.conflict, "'\(name)' has a source of its own; post under another name")
    }
    guard state.withLock({ $0.sensors.count < limits.sensors }) else {
      throw Problem(.conflict, "there are as many posting stations as there may be")
    }
    let channel = add(
      name: name, kind: .sensor, source: "samples", options: sensorOptions,
      settings: sensorSettings)
    let sensor = SensorStation(channel: channel, clock: clock)
    return state.withLock { state in
      // Two that came at once share the first.
      if let known = state.sensors[name] {
        state.channels.removeAll { $0 === channel }
        return known
      }
      state.sensors[name] = sensor
      return sensor
    }
  }

  /// Looks after sensors that fell silent, and forgets those that were for a day.
  func rest() {
    let now = clock()
    let sensors = state.withLock { state in
      for (name, sensor) in state.sensors where now - sensor.lastArrival > 86_400 {
        state.sensors[name] = nil
        state.channels.removeAll { $0 === sensor.channel }
      }
      return Array(state.sensors.values)
    }
    for sensor in sensors { sensor.rest() }
  }

  func finishSensors() async {
    for sensor in state.withLock({ Array($0.sensors.values) }) { await sensor.finish() }
  }
}
