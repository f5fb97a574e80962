import Testing

@testable import Photometry

/// When the pictures are searched.
struct SearchScheduleTests {
  /// Seconds after which the next search is due, where the last was at 100.
  private static func interval(
    isAwaited: Bool, isPromising: Bool = false, isFollowing: Bool = false
  ) -> Double? {
    var schedule = SearchSchedule(isAwaited: isAwaited)
    schedule.note(dueAt: 100)
    schedule.take(isPromising: isPromising, foundMover: false)
    return (0..<400).map { Double($0) / 10 }.first {
      schedule.isDue(at: 100 + $0, begun: 0, isFollowing: isFollowing)
    }
  }

  @Test func `who waits is answered each second, a recording is looked at when there is cause`() {
    #expect(Self.interval(isAwaited: true) == 1)
    #expect(Self.interval(isAwaited: true, isPromising: true, isFollowing: true) == 1)
    #expect(Self.interval(isAwaited: false) == 15)
    #expect(Self.interval(isAwaited: false, isPromising: true) == 7.5)
    #expect(Self.interval(isAwaited: false, isFollowing: true) == 7.5)
  }

  @Test func `lights that move are looked at every four seconds, but where nobody waits only`() {
    var schedule = SearchSchedule(isAwaited: false)
    #expect(!schedule.isMoverLookDue(at: 13.9, begun: 10))
    #expect(schedule.isMoverLookDue(at: 14, begun: 10))
    schedule.noteMoverLook(at: 14, seesMover: false)
    #expect(!schedule.isMoverLookDue(at: 17.9, begun: 10))
    #expect(schedule.isMoverLookDue(at: 18, begun: 10))
    #expect(!SearchSchedule(isAwaited: true).isMoverLookDue(at: 18, begun: 10))
  }

  @Test func `what looks switched and is none is looked at half as often each time`() {
    var schedule = SearchSchedule(isAwaited: false)
    func interval() -> Double? {
      (1..<40).map(Double.init).first { schedule.isMoverLookDue(at: 100 + $0, begun: 0) }
    }
    var intervals: [Double?] = []
    for isFound in [false, false, false, true] {
      schedule.noteMoverLook(at: 100, seesMover: true)
      schedule.note(dueAt: 100)
      schedule.begin(until: 100)
      schedule.take(isPromising: false, foundMover: isFound)
      intervals.append(interval())
    }
    #expect(intervals == [8, 15, 15, 4])
    // One that was due anyhow was made for none.
    schedule.begin(until: 100)
    schedule.take(isPromising: false, foundMover: false)
    #expect(interval() == 4)
  }

  @Test func `what no search has looked at is all before the first, and what came since the last`()
  {
    var schedule = SearchSchedule(isAwaited: false)
    #expect(schedule.unsearched(until: 20) == .infinity)
    schedule.begin(until: 20)
    #expect(schedule.unsearched(until: 27.5) == 7.5)
  }
}
