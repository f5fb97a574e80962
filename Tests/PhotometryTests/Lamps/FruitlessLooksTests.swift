import Testing

@testable import Photometry

@Suite struct FruitlessLooksTests {
  private func standout(_ significance: Float) -> SignalActivity.Standout {
    SignalActivity.Standout(
      signal: .luma(3, 4), significance: significance, noise: 1, variance: significance)
  }

  @Test("a signal that was looked at in vain is left alone for a while, twice as long each time")
  func patience() {
    var looks = FruitlessLooks(isAwaited: true)
    var allowed: [Double] = []
    for time in stride(from: 0.0, through: 60, by: 1) where looks.allows(standout(9), at: time) {
      allowed.append(time)
      looks.note(standout(9), at: time, over: time)
    }
    #expect(allowed == [0, 4, 12, 27, 42, 57])
  }

  @Test(
    "where nobody waits it is left alone until twice as much of it was seen, unless it stands out far more",
    arguments: [
      (2.0, 3.0, 9, false), (2, 4, 9, true), (9, 8, 9, false), (9, 9, 9, true), (30, 14, 9, false),
      (30, 15, 9, true),
      (30, 1, 12, false), (30, 1, 13, true),
    ] as [(Double, Double, Float, Bool)])
  func unawaited(seen: Double, later: Double, significance: Float, isAllowed: Bool) {
    var looks = FruitlessLooks(isAwaited: false)
    looks.note(standout(9), at: 40, over: seen)
    #expect(looks.allows(standout(significance), at: 40 + later) == isAllowed)
  }
}
