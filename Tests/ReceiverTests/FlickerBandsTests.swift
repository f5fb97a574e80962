import Scene
import Testing

@testable import Receiver

/// Lamps under mains flicker that a rolling shutter shows as bands.
@Suite(.timeLimit(.minutes(5))) struct FlickerBandsTests {
  // Bands that hardly move for seconds: with them, and without as soon as they are known, one scene looked like two.
  @Test(arguments: [13014, 13018, 13019] as [UInt64])
  func `a lamp under bands of flicker is one lamp from its first mark to its last`(seed: UInt64)
    throws
  {
    let scene = try #require(SceneCatalogue.named("flicker-bands")).scene(seed: seed, seconds: 0)
    #expect(scene.textsRead() == scene.lamps.map(\.text))
    #expect(scene.textsReadLive() == scene.lamps.map(\.text))
  }
}
