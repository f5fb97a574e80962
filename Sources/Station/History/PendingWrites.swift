/// What has not been written yet, and so is kept in memory: bounded, so that a disk that is full for
/// days costs old messages and not the service.
struct PendingWrites: Sendable {
  var records: [Int64: MessageRecord] = [:]
  var levels: [Int64: [LevelPoint]] = [:]
  var signs: [Int64: [TimedSign]] = [:]
  /// By station.
  var settings: [String: SavedSettings] = [:]
  private var levelCount = 0

  /// Some megabytes each.
  private static let mostRecords = 10_000
  private static let mostLevels = 500_000

  init() {}

  var isEmpty: Bool {
    records.isEmpty && levels.isEmpty && signs.isEmpty && settings.isEmpty
  }

  mutating func put(_ record: MessageRecord) {
    records[record.id] = record
    guard records.count > Self.mostRecords, let oldest = records.keys.min() else { return }
    records[oldest] = nil
    signs[oldest] = nil
    dropLevels(of: oldest)
  }

  /// Of a message that is waiting, or has been written before.
  mutating func put(_ new: [TimedSign], of message: Int64) {
    signs[message, default: []] += new
  }

  mutating func put(_ points: [LevelPoint], of message: Int64) {
    guard !points.isEmpty else { return }
    levels[message, default: []] += points
    levelCount += points.count
    while levelCount > Self.mostLevels, levels.count > 1, let oldest = levels.keys.min() {
      dropLevels(of: oldest)
    }
  }

  /// Puts back what could not be written; what came since is newer.
  mutating func putBack(_ failed: PendingWrites) {
    settings.merge(failed.settings) { newer, _ in newer }
    for (id, record) in failed.records where records[id] == nil { put(record) }
    // Signs of a record that was dropped meanwhile are of no use.
    for (id, older) in failed.signs where records[id] != nil {
      signs[id] = older + (signs[id] ?? [])
    }
    for (id, points) in failed.levels {
      let newer = levels[id] ?? []
      dropLevels(of: id)
      put(points + newer, of: id)
    }
  }

  private mutating func dropLevels(of message: Int64) {
    levelCount -= levels.removeValue(forKey: message)?.count ?? 0
  }
}
