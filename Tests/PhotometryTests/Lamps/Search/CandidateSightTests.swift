import Testing

@testable import Photometry

struct CandidateSightTests {
  /// A lamp that is keyed while `-` is seen.
  private static func candidate(_ sight: String, noise: Double) throws -> Candidate {
    var random = SplitMix(seed: 3)
    let trace = sight.enumerated().map { index, marble in
      marble == "-"
        ? (index / 4 % 2 == 1 ? 60 : 40) + .random(in: -noise...noise, using: &random) : .nan
    }
    return Candidate(
      probe: Probe(mean: 1), keyedness: try #require(Keyedness(trace)), trace: trace, x: 4, y: 4,
      tiles: 1)
  }

  @Test func `what is clear may have come into sight late, and what is not must have been seen`()
    throws
  {
    let late = String(repeating: " ", count: 200) + String(repeating: "-", count: 100)
    #expect(try Self.candidate(late, noise: 1).isApart)
    #expect(try !Self.candidate(late, noise: 7).isApart)
    let always = String(repeating: "-", count: 300)
    #expect(try Self.candidate(always, noise: 7).isApart)
    // Nor what comes and goes, however clear.
    let now = String(repeating: String(repeating: " ", count: 30) + "----------", count: 8)
    #expect(try !Self.candidate(now, noise: 1).isApart)
  }
}
