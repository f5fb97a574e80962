import Testing

@testable import Camera

@Suite struct BufferClockTests {
  /// Thirty frames a second, delivered 40 ms later and up to 8 ms unevenly.
  private static let taken = (0..<60).map { 100 + Double($0) / 30 }
  private static let arrivals = taken.enumerated().map { $1 + 0.04 + Double($0 * 7 % 9) * 0.001 }

  private func times(_ stamps: [Double], isMonotonic: Bool) -> [Double] {
    var clock = BufferClock()
    return zip(stamps, Self.arrivals).map {
      clock.time(stamp: $0, arrival: $1, isMonotonic: isMonotonic)
    }
  }

  @Test func aStampOnTheMonotonicClockIsTheTime() {
    #expect(times(Self.taken, isMonotonic: true) == Self.taken)
  }

  @Test(arguments: [-3600.0, 0, 12_345_678])
  func aStampOnAnotherClockIsBroughtToTheQuickestDelivery(ahead: Double) {
    let found = times(Self.taken.map { $0 + ahead }, isMonotonic: false)
    // The quickest delivery is not known from within: 40 ms remain, evenly.
    for (time, taken) in zip(found, Self.taken).dropFirst(9) {
      #expect(abs(time - taken - 0.04) < 0.0005)
    }
  }

  @Test func stampsInTheFutureAreHeldToTheDelivery() {
    let found = times(Self.taken.map { $0 + 0.07 }, isMonotonic: true)
    for (time, taken) in zip(found, Self.taken).dropFirst(9) {
      #expect(abs(time - taken - 0.04) < 0.0005)
    }
  }

  @Test func aClockThatJumpsIsFollowed() {
    let stamps = Self.taken.enumerated().map { $0 < 30 ? $1 : $1 - 5000 }
    for (time, arrival) in zip(times(stamps, isMonotonic: false), Self.arrivals) {
      #expect(abs(time - arrival) < 0.02)
    }
  }

  @Test(arguments: [true, false])
  func timeGoesOnWhereStampsStandStill(isMonotonic: Bool) {
    let found = times(Self.taken.map { _ in 0 }, isMonotonic: isMonotonic)
    #expect(zip(found, found.dropFirst()).allSatisfy { $0 < $1 })
    #expect(zip(found, Self.arrivals).allSatisfy { abs($0 - $1) < 0.001 })
  }

  @Test func aSlowClockOfItsOwnIsKeptUpWith() {
    var clock = BufferClock()
    for index in 0..<20_000 {
      let taken = Double(index) / 5
      let time = clock.time(
        stamp: taken * (1 - 100e-6), arrival: taken + 0.05, isMonotonic: false)
      #expect(abs(time - taken - 0.05) < 0.002)
    }
  }
}

@Suite struct SequenceCounterTests {
  @Test(
    arguments: [
      ([0, 1, 2, 3], [0, 0, 0, 0]),
      ([5, 6, 9, 10], [0, 0, 2, 0]),
      ([7, 0, 1], [0, 0, 0]),
      ([0, 0, 0], [0, 0, 0]),
      ([UInt32.max - 1, UInt32.max, 1], [0, 0, 1]),
    ] as [([UInt32], [Int])])
  func gapsInTheNumbersAreCounted(numbers: [UInt32], missing: [Int]) {
    var counter = SequenceCounter()
    #expect(numbers.map { counter.missing(before: $0) } == missing)
  }
}

@Suite struct InterruptionTests {
  @Test func anInterruptionEndsWaitsUntilItIsCleared() {
    let interruption = CameraInterruption()
    #expect(!interruption.wait(seconds: 0))
    interruption.interrupt()
    #expect(interruption.wait(seconds: 60))
    #expect(interruption.wait(seconds: 60))
    interruption.clear()
    #expect(!interruption.wait(seconds: 0))
  }
}

@Suite struct RevivalTests {
  /// At which of the `times` a stream is begun anew; at those of `frames` one comes.
  private func tries(_ times: [Double], interval: Double, frames: [Double] = []) -> [Double] {
    var revival = Revival(interval: interval, now: 0)
    return times.filter { time in
      if frames.contains(time) { revival.noteFrame(at: time) }
      return revival.isDue(at: time)
    }
  }

  @Test func aSilentStreamIsBegunAnewAfterGrowingPauses() {
    let found = tries((0..<300).map { Double($0) }, interval: 1.0 / 30)
    #expect(found == [5, 15, 35, 75, 135, 195, 255])
  }

  @Test func aFrameMakesTheNextPauseTheFirst() {
    #expect(tries([5, 6, 10.5, 11], interval: 1.0 / 30, frames: [6]) == [5, 11])
  }

  @Test func aSlowCameraIsGivenTenFrames() {
    #expect(tries([5, 19, 20], interval: 2) == [20])
  }
}
