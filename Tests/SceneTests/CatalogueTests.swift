import MorseCode
import Testing

@testable import Scene

struct CatalogueTests {
  @Test(
    "every seed of a class gives another scene with a message", arguments: SceneCatalogue.sending)
  func sending(named: NamedScene) {
    let scene = named.scene(seed: 1)
    #expect(!scene.messages.isEmpty)
    #expect(scene == named.scene(seed: 1))
    #expect(scene != named.scene(seed: 2))
    #expect((5...90).contains(scene.duration))
    for lamp in scene.lamps {
      #expect(Keying(lamp.text, speed: Speed(wpm: 12)).unknown.isEmpty)
    }
  }

  @Test("silent classes last as long as asked and send nothing", arguments: SceneCatalogue.silent)
  func silent(named: NamedScene) {
    let scene = named.scene(seed: 1, seconds: 12)
    #expect(scene.messages.isEmpty)
    #expect(scene.duration == 12)
    #expect(scene != named.scene(seed: 2, seconds: 12))
    var renderer = scene.pictures()
    #expect(renderer.next() != nil)
  }

  @Test("names are unique and found")
  func names() {
    let all = (SceneCatalogue.sending + SceneCatalogue.silent).map(\.name)
    #expect(Set(all).count == all.count)
    #expect(all.allSatisfy { SceneCatalogue.named($0)?.name == $0 })
  }

  @Test("a lamp of the distant class raises its own pixels by 60 steps and hardly the mean")
  func tiny() throws {
    let scene = try #require(SceneCatalogue.named("tiny-720p")).scene(seed: 4)
    let lamp = scene.lamps[0]
    var dark = scene
    dark.lamps = []
    dark.fixedDuration = scene.duration
    let first = try #require(scene.events(of: lamp).first).time
    let number = Int((first * 30).rounded(.up)) + 1
    let lit = try #require(Array(scene.pictures().prefix(number + 1)).last)
    let unlit = try #require(Array(dark.pictures().prefix(number + 1)).last)
    // The noise is the same: what differs is the lamp.
    #expect(lit.pixels[0..<300] == unlit.pixels[0..<300])
    let difference = lit.difference(from: unlit)
    #expect(difference.mean * 1280 * 720 > 0.8 * 60 * Double.pi)
    #expect(difference.mean < 0.0005)
  }
}
