/// A film that is cut, or a camera that is raised: what was seen before the scene tells nothing of what is seen now.
extension LampFinder {
  /// Where another scene has begun, ends the lamps of the one before, and takes what is usual from the new one.
  /// - Parameter isFinal: whether no picture comes after.
  mutating func followScenes(_ map: SignalMap, isFinal: Bool = false) -> [Update] {
    guard let change = scenes.last(history.moments, map, isFinal: isFinal),
      change.begin > sceneBegin ?? -.infinity
    else { return [] }
    var updates: [Update] = []
    // No more will come of the old one: what was sent there is told now, though it was short.
    if !options.searchesApart {
      updates += consume(
        search(map, ofScene(where: { $0.time <= change.end }), isFinal: true).outcome())
    }
    sceneBegin = change.begin
    // What came between is of neither.
    updates += endAll(at: change.end)
    let noise = activity.usualNoise
    activity = SignalActivity()
    for index in history.moments.indices where history.moments[index].time >= change.begin {
      let moment = history.moments[index]
      var stored = moment.stored
      let signals = map.signals(moment.stored)
      let gain = activity.gain(signals, map, moment.view)
      activity.update(
        signals, map, moment.view, time: moment.time, gain: gain, stored: &stored)
      history.correct(gain: Double(gain), at: index)
    }
    activity.usualNoise = noise
    return updates
  }
}
