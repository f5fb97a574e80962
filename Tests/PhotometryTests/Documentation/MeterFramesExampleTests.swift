import MorseCode
import Photometry
import Scene
import Testing

@Suite struct MeterFramesExampleTests {
  /// A lamp at (96, 40) that sends three dashes and three dots.
  private var scene: Scene {
    var scene = Scene(width: 160, height: 120, lead: 2, tail: 1)
    scene.lamps = [Lamp("OS OS", speed: Speed(wpm: 10), x: 96, y: 40, radius: 8)]
    return scene
  }

  @Test func `a lamp is found where it is, and switched as often as it was`() throws {
    var watch = LampWatch()
    for picture in scene.pictures() {
      let luma = stride(from: 0, to: picture.pixels.count, by: 3).map { picture.pixels[$0 + 1] }
      watch.take(luma: luma, width: picture.width, height: picture.height, time: picture.time)
    }
    watch.finish()
    let found = watch.events.filter { $0.value.filter(\.isOn).count == 12 }
    #expect(!found.isEmpty, "\(watch.events.mapValues(\.count))")
    #expect(
      found.keys.contains { id in
        guard let place = watch.places[id] else { return false }
        return abs(place.x - 96) < 9 && abs(place.y - 40) < 9
      })
  }

  @Test func `the whole picture's level rises with the lamp`() {
    var meter = WholePictureMeter()
    var lit = 0
    for picture in scene.pictures() {
      let (level, isOn) = meter.level(
        rgb: picture.pixels, width: picture.width, height: picture.height, time: picture.time)
      if isOn {
        lit += 1
        #expect(level > 103)
      }
    }
    // 6 dashes and 6 dots at 10 WPM, 30 pictures a second: 24 dots of 3.6 pictures.
    #expect((70...100).contains(lit), "\(lit)")
  }
}
