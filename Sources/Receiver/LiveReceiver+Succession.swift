import MorseCode
import Photometry

// A lamp that goes on is told by one place after the other, by the same number.
extension LiveReceiver {
  /// What is told of a lamp by a place that was held back as its reflection, once what told it so far tells no more.
  mutating func succession(by id: Int) -> [Received] {
    guard let lamp = reflections.predecessor(of: id) else { return [] }
    return succession(of: lamp, by: id)
  }

  private mutating func succession(of lamp: Int, by id: Int) -> [Received] {
    guard let number = numbers.removeValue(forKey: lamp) else { return [] }
    numbers[id] = number
    let succession = reflections.succeed(lamp, by: id, told: channels[lamp]?.text.own ?? [])
    channels[id]?.text.follow(succession.told, ofOthers: succession.others)
    return succession.reports.map { Received($0, lamp: number) }
  }

  /// A place is no longer followed: what it read to the last is told.
  mutating func lose(_ id: Int) -> [Received] {
    let received = close(id)
    guard numbers[id] != nil else { return received }
    reflections.lose(id)
    guard let heir = reflections.heir(of: id, among: channels.keys) else { return received }
    return received + succession(of: id, by: heir)
  }

  /// A place proved to be none: what was said is brought to an end; what is held back stays so.
  mutating func dismiss(_ id: Int) -> [Received] {
    guard numbers[id] != nil else {
      channels[id] = nil
      reflections.forget(id)
      return close(id)
    }
    guard let heir = reflections.heir(of: id, among: channels.keys) else { return lose(id) }
    let received = succession(of: id, by: heir)
    channels[id] = nil
    return received + close(id)
  }
}
