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
      looks.note(standout(9), at: time)
    }
    #expect(allowed == [0, 4, 12, 27, 42, 57])
  }

  @Test(
    "where nobody waits it is left alone for half of what is kept, unless it stands out far more",
    arguments: [(14.0, 9, false), (15, 9, true), (1, 12, false), (1, 13, true)]
      as [(Double, Float, Bool)])
  func unawaited(time: Double, significance: Float, isAllowed: Bool) {
    var looks = FruitlessLooks(isAwaited: false)
    looks.note(standout(9), at: 0)
    #expect(looks.allows(standout(significance), at: time) == isAllowed)
  }
}
