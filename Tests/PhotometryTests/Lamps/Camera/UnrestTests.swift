import Testing

@testable import Photometry

/// Which of two measures of a camera's movement is noise.
struct UnrestTests {
  /// What goes about at random by so many pixels in either direction, in so many pictures.
  private static func unrest(_ pixels: Double, pictures: Int = 40, seed: UInt64) -> Unrest {
    var random = SplitMix(seed: seed)
    var unrest = Unrest()
    for _ in 0..<pictures {
      unrest.update(
        (
          Double.random(in: -pixels...pixels, using: &random),
          Double.random(in: -pixels...pixels, using: &random)
        ))
    }
    return unrest
  }

  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func `what jumps far beyond a hand's movement is noise`(seed: UInt64) {
    let (hand, noise) = (Self.unrest(5, seed: seed), Self.unrest(40, seed: seed + 100))
    #expect(noise.isFarMore(than: hand) && !hand.isFarMore(than: noise))
  }

  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func `two that measure one movement, one of them worse, are alike`(seed: UInt64) {
    let (one, other) = (Self.unrest(8, seed: seed), Self.unrest(10, seed: seed + 100))
    #expect(!one.isFarMore(than: other) && !other.isFarMore(than: one))
  }

  @Test func `less than a pixel is no movement, however still the other is`() {
    let still = Self.unrest(0, seed: 1)
    #expect(!Self.unrest(1, seed: 2).isFarMore(than: still))
    #expect(Self.unrest(8, seed: 3).isFarMore(than: still))
  }

  @Test func `a few pictures tell nothing, nor does a change of place`() {
    let still = Self.unrest(0, seed: 1)
    #expect(!Self.unrest(40, pictures: 6, seed: 2).isFarMore(than: still))
    var moved = still
    moved.interrupt()
    moved.update((100, 0))
    moved.update(nil)
    moved.update((100, 0))
    #expect(!moved.isFarMore(than: still))
  }
}
