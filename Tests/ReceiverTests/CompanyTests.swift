import Photometry
import Scene
import Testing

@testable import Receiver

/// Lamps that are not alone, or whose light is little beside what else there is.
@Suite(.timeLimit(.minutes(10))) struct CompanyTests {
  @Test(arguments: [10602, 10606, 10612, 10616] as [UInt64])
  func `a headlight that passes over a lamp takes no letter with it, and adds none`(seed: UInt64)
    throws
  {
    let scene = try #require(SceneCatalogue.named("headlight")).scene(seed: seed, seconds: 0)
    #expect(scene.textsRead() == scene.messages)
  }

  @Test func `a headlight that passed leaves the levels of a lamp as they were`() throws {
    let scene = try #require(SceneCatalogue.named("headlight")).scene(seed: 400, seconds: 0)
    #expect(scene.textsReadLive() == scene.messages)
  }

  @Test func `a blue lamp on the corner of four blocks of chroma is read`() throws {
    let scene = try #require(SceneCatalogue.named("blue-led")).scene(seed: 10606, seconds: 0)
    #expect(scene.textsRead() == scene.messages)
  }
}
