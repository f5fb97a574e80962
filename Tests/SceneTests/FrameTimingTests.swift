import Testing

@testable import Scene

struct FrameTimingTests {
  @Test("constant rate: one picture each interval, the first at 0")
  func constant() {
    let times = FrameTiming(rate: 25).times(duration: 2, seed: 0)
    #expect(times.count == 50)
    #expect(times[0] == 0)
    #expect(abs(times[49] - 1.96) < 1e-12)
  }

  @Test("variable rate: times jitter but keep their order, and some are missing")
  func variable() {
    let timing = FrameTiming(rate: 30, jitter: 0.8, dropped: 0.1)
    let times = timing.times(duration: 100, seed: 3)
    #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
    // 3000 less a tenth; the binomial's standard deviation is 16.
    #expect(abs(times.count - 2700) < 80)
    let gaps = zip(times, times.dropFirst()).map { $1 - $0 }
    #expect((gaps.min() ?? 1) < 0.5 / 30)
    #expect((gaps.max() ?? 0) > 1.5 / 30)
  }
}
