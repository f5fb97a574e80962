import MorseCode
import Testing

@testable import Scene

struct AmbientTests {
  @Test("daylight swings by its part, in its period")
  func drift() throws {
    var scene = Scene.still(seconds: 10)
    scene.background = .flat(100)
    scene.ambient.drift = 0.25
    let levels = scene.pictures().map { $0.mean() }
    let least = try #require(levels.min())
    let most = try #require(levels.max())
    #expect(abs(least - 75) <= 1)
    #expect(abs(most - 125) <= 1)
    #expect(abs(levels[0] + levels[150] - 200) <= 2)
  }

  @Test("mains flicker beats with the frame rate at the frequencies' difference")
  func flicker() throws {
    var scene = Scene.still(seconds: 4)
    scene.background = .flat(200)
    scene.ambient = Ambient(flicker: 0.06, flickerFrequency: 100)
    scene.timing.rate = 33
    scene.sensor.exposure = 0.0005
    // 100 Hz at 33 pictures a second: seen as 1 Hz.
    let levels = scene.pictures().map { $0.mean() }
    let least = try #require(levels.min())
    let most = try #require(levels.max())
    #expect(abs(most - least - 24) <= 2)
    for index in 0..<60 { #expect(abs(levels[index] - levels[index + 33]) <= 1) }
  }

  @Test("an exposure as long as the flicker's period shows none")
  func flickerAveragedOut() {
    var scene = Scene.still(seconds: 1)
    scene.background = .flat(200)
    scene.ambient = Ambient(flicker: 0.06, flickerFrequency: 100)
    scene.sensor.exposure = 0.01
    #expect(scene.pictures().allSatisfy { $0.mean() == 200 })
  }

  @Test("automatic exposure pulls the whole picture down within half a second")
  func autoExposure() {
    var scene = Scene.still(.steady(radius: 5), seconds: 2)
    scene.lamps[0].events = [
      KeyEvent(time: 0.5, isDown: true), KeyEvent(time: 1.2, isDown: false),
    ]
    scene.background = .flat(100)
    scene.sensor.autoExposure = .init(pull: 0.3, settling: 0.15)
    let corner = scene.pictures().map { Int($0[0, 0][0]) }
    #expect(corner[14] == 100)
    #expect(corner[31] < 72)
    #expect(corner[59] > 99)
  }

  @Test("cuts change the whole picture at once; a television only its screen")
  func cutsAndTelevision() {
    var scene = Scene.still(seconds: 6)
    scene.background = .room(90)
    scene.distractors = [.cuts(interval: 0.8)]
    let levels = scene.pictures().map { $0.mean() }
    #expect(Set(levels).count > 3)
    scene.distractors = [
      .television(Television(x: 10, y: 10, width: 20, height: 10, added: 100))
    ]
    scene.background = .flat(20)
    let pictures = Array(scene.pictures())
    #expect(Set(pictures.map { $0[20, 15] }).count > 50)
    #expect(pictures.allSatisfy { $0[60, 40] == [20, 20, 20] })
  }

  @Test("a headlight crosses the picture in its time")
  func headlight() {
    var scene = Scene.still(seconds: 4)
    scene.distractors = [.headlight(enters: 1, crossing: 2, width: 96, y: 30, radius: 4)]
    let places = scene.pictures().map { $0.light(above: 40) }
    #expect(places[10].sum == 0)
    #expect(places[50].x < places[60].x)
    #expect(abs(places[60].x - 48) < 3)
    #expect(places[110].sum == 0)
  }
}
