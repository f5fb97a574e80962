/// The times at which the key may have moved in a message, with the evidence between them.
struct Lattice: Sendable {
  /// Seconds, rising.
  var times: [Double] = []
  var canRise: [Bool] = []
  var canFall: [Bool] = []
  /// Sum, up to each time, of log p(samples | down) - log p(samples | up).
  var evidence: [Double] = []
  /// Variance of a time, in square seconds.
  var edgeVariance = 0.0
  /// log of the seconds that one position stands for; 0 of events, whose times are exact.
  var logSpacing = 0.0
  /// Positions over which a mark, and a gap, may reach.
  var markReach = 9
  var gapReach = 41

  var count: Int { times.count }

  /// The edges of `runs`, as they were cut.
  init(_ runs: [Run], settings: BeamSettings, logUnit: Double) {
    edgeVariance = settings.edgeVariance
    logSpacing = settings.logFrame
    guard let first = runs.first else { return }
    times.reserveCapacity(runs.count + 1)
    times.append(first.start)
    canRise.append(first.isDown)
    canFall.append(!first.isDown)
    evidence.append(0)
    var sum = 0.0
    for (index, run) in runs.enumerated() {
      let odds = settings.evidence(of: run, logUnit: logUnit)
      sum += run.isDown ? odds : -odds
      times.append(run.end)
      let next = index + 1 < runs.count ? runs[index + 1].isDown : !run.isDown
      canRise.append(next)
      canFall.append(!next)
      evidence.append(sum)
    }
  }

  /// The last position not after `time`.
  func position(of time: Double) -> Int {
    var low = 0
    var high = times.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if times[middle] <= time { low = middle } else { high = middle }
    }
    return low
  }
}
