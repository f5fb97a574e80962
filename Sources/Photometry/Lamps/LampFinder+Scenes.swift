/// A film that is cut, or a camera that is raised: what was seen before the scene tells nothing of what is seen now.
extension LampFinder {
  /// Where another scene has begun, ends the lamps of the one before, and takes what is usual from the new one.
  /// - Parameter isFinal: whether no picture comes after.
  mutating func followScenes(_ map: SignalMap, isFinal: Bool = false) -> [Update] {
    // A change that was told is not told again as what was before it is forgotten.
    guard let change = scenes.last(history.moments, map, isFinal: isFinal),
      change.end >= sceneBegin ?? -.infinity
    else { return [] }
    var updates: [Update] = []
    let noise = activity.usualNoise
    // No more will come of the old one: what was sent there is told now, though it was short. Where somebody waits, pictures
    // do not wait for a search.
    if isFinal || !options.searchesApart || !options.isAwaited {
      let moments = ofScene(where: { $0.time <= change.end })
      activity = SignalActivity()
      for moment in moments { _ = activity.learn(moment, map) }
      updates += take(search(map, moments, isFinal: true).outcome())
    }
    // What came between is of neither.
    updates += beginScene(at: change.begin, after: change.end)
    scene = change.scene
    for index in history.moments.indices where history.moments[index].time >= change.begin {
      history.correct(gain: activity.learn(history.moments[index], map), at: index)
    }
    activity.usualNoise = noise
    return updates
  }

  /// Ends the lamps of the scene that was seen until `end`. What is usual is told anew.
  mutating func beginScene(at begin: Double, after end: Double) -> [Update] {
    let noise = activity.usualNoise
    activity = SignalActivity()
    activity.usualNoise = noise
    sceneBegin = begin
    return endAll(at: end)
  }
}

extension SignalActivity {
  /// Takes a picture that is kept; returns its brightness against what is usual.
  fileprivate mutating func learn(_ moment: SignalHistory.Moment, _ map: SignalMap) -> Double {
    var stored = moment.stored
    let signals = map.signals(stored)
    let gain = gain(signals, map, moment.view)
    update(signals, map, moment.view, time: moment.time, gain: gain, stored: &stored)
    return Double(gain)
  }
}
