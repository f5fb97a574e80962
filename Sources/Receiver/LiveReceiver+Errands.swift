import Photometry

// What a live receiver leaves to be done apart from the pictures.
extension LiveReceiver {
  /// What is to be done, one thing after the other until there is nothing; where the search is apart.
  /// `consume` takes what came of it.
  public mutating func takeErrand() -> Errand? {
    guard searchesApart else { return nil }
    if let search = meter.takeSearch() { return errand(.search(search)) }
    if let id = backlogs.filter({ !$0.value.isBegun }).keys.min(),
      let backlog = backlogs[id]?.begin()
    {
      return errand(.backlog(id: id, backlog))
    }
    for id in channels.keys.sorted() {
      if let look = channels[id]?.takeLook() { return errand(.look(id: id, look)) }
    }
    return nil
  }

  private func errand(_ kind: Errand.Kind) -> Errand { Errand(beginning: beginning, kind: kind) }

  /// Takes what came of an errand.
  public mutating func consume(_ outcome: Errand.Outcome) -> [Received] {
    guard outcome.beginning == beginning else { return [] }
    defer { follow() }
    switch outcome.kind {
    case .search(let outcome): return take(meter.consume(outcome))
    case .backlog(let id, let outcome): return consume(outcome, of: id)
    case .look(let id, let outcome):
      return number(channels[id]?.consume(outcome) ?? [], of: id)
    }
  }

  /// Reads what is known of a place, at once or as an errand.
  mutating func read(
    _ samples: [BrightnessSample], by channel: LampChannel, of id: Int
  ) -> [Received] {
    backlogCount += 1
    backlogs[id] = Backlog(
      number: backlogCount, channel: channel, isAlone: numbers.isEmpty, samples: samples)
    // The original's rules look back at nothing, and judge this very picture.
    return searchesApart && !samples.isEmpty ? [] : readBacklog(of: id)
  }

  /// Reads what is known of a place at once, whoever has begun to.
  mutating func readBacklog(of id: Int) -> [Received] {
    guard let backlog = backlogs[id]?.begin() else { return [] }
    return consume(backlog.outcome(), of: id)
  }

  mutating func consume(_ outcome: Backlog.Outcome, of id: Int) -> [Received] {
    guard let backlog = backlogs[id], backlog.number == outcome.number else { return [] }
    backlogs[id] = nil
    // It was told as it came, meanwhile.
    guard channels[id]?.isKnown != true else { return [] }
    var channel = outcome.channel
    if backlog.isAlone, !numbers.isEmpty { channel.noteOther() }
    channel.place = backlog.channel.place
    channel.isBusy = backlog.channel.isBusy
    channel.log = channels[id]?.log ?? channel.log
    channels[id] = channel
    var received = number(outcome.reports, of: id)
    for sample in backlog.rest { received += number(channels[id]?.consume(sample) ?? [], of: id) }
    return received
  }
}
