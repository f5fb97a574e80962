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
    if isFinal || isSearchedAtEnd {
      let moments = ofScene(where: { $0.time <= change.end })
      activity.forget()
      for moment in moments { _ = activity.learn(moment, map) }
      updates += take(search(map, moments, isFinal: true).outcome())
    }
    // What came between is of neither.
    updates += beginScene(at: change.begin, after: change.end)
    scene = change.scene
    learn(since: change.begin, map)
    return updates
  }

  /// Where flicker begins to be told, takes it out of all that is kept: what is usual is told anew.
  mutating func removeBands(_ map: SignalMap) {
    // To look, all that is kept of the scene is copied.
    guard let now = history.moments.last?.time, bands.isLookDue(at: now),
      bands.look(at: ofScene { _ in true }, map)
    else { return }
    history.remove(bands, map)
    // With the bands before and without them now one scene would be two.
    scenes.lookAgain(at: history.moments, map)
    activity.forget()
    learn(since: sceneBegin ?? -.infinity, map)
  }

  /// Takes what is usual from the pictures since `begin`.
  private mutating func learn(since begin: Double, _ map: SignalMap) {
    for index in history.moments.indices where history.moments[index].time >= begin {
      history.correct(gain: activity.learn(history.moments[index], map), at: index)
    }
  }

  /// Ends the scene that was seen until now: the next picture is of a scene of its own.
  mutating func endScene(_ map: SignalMap, at time: Double) -> [Update] {
    var updates: [Update] = []
    if isSearchedAtEnd {
      updates += take(search(map, ofScene { _ in true }, isFinal: true).outcome())
    }
    return updates + beginScene(at: time.nextUp, after: time)
  }

  /// Whether a scene is searched once more when it ends: no more will come of it, so that what was sent there is told, though it
  /// was short. Where somebody waits, pictures do not wait for a search.
  private var isSearchedAtEnd: Bool { !options.searchesApart || !options.isAwaited }

  /// Ends the lamps of the scene that was seen until `end`. What is usual is told anew.
  private mutating func beginScene(at begin: Double, after end: Double) -> [Update] {
    activity.forget()
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
