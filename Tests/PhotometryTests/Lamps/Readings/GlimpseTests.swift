import Testing

@testable import Photometry

@Suite struct GlimpseTests {
  /// Marks of ten moments each, twenty apart; `seen` says what of each moment's light is.
  private static func glimpse(
    noise: Double = 1, _ seen: (_ mark: Int, _ moment: Int) -> Bool
  ) throws -> Glimpse {
    var random = SplitMix(seed: 3)
    let trace = (0..<600).map { index -> Double in
      let isLit = index % 20 < 10 && seen(index / 20, index % 20)
      return (isLit ? 160 : 60) + .random(in: -noise...noise, using: &random)
    }
    return Glimpse(trace: trace, keyedness: try #require(Keyedness(trace)))
  }

  @Test func `marks that are cut where the light left are parts of whole ones`() throws {
    let whole = try Self.glimpse { _, _ in true }
    let cut = try Self.glimpse { mark, moment in mark % 3 > 0 || !(4..<6).contains(moment) }
    #expect(cut.keyedness.changes > whole.keyedness.changes)
    #expect(whole.makesWhole(cut) && !cut.makesWhole(whole))
    #expect(whole.showsMore(than: cut) && !cut.showsMore(than: whole))
  }

  @Test func `more marks are more, where none of them is a part`() throws {
    let all = try Self.glimpse { _, _ in true }
    let some = try Self.glimpse { mark, _ in mark % 3 > 0 }
    #expect(all.showsMore(than: some) && !some.showsMore(than: all))
  }

  @Test func `another lamp's light in between does not make marks whole`() throws {
    let one = try Self.glimpse { _, _ in true }
    var trace = one.trace
    // The other is lit for half of the time.
    for index in trace.indices where index % 34 < 17 { trace[index] = 160 }
    let both = Glimpse(trace: trace, keyedness: try #require(Keyedness(trace)))
    #expect(!both.makesWhole(one))
  }
}
