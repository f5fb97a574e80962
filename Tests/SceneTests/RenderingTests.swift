import MorseCode
import Photometry
import Testing

@testable import Scene

struct RenderingTests {
  @Test("a lamp has its place, its area and its strength", arguments: [0.5, 1, 2.5, 6, 17.3])
  func lampPlaceAndArea(radius: Double) throws {
    let lamp = Lamp.steady(x: 40.3, y: 27.8, radius: radius, added: 100)
    let picture = try #require(Array(Scene.still(lamp).pictures()).first)
    let light = picture.light(above: 20)
    let area = Double.pi * radius * radius
    #expect(abs(light.sum / 100 - area) < 0.04 * area)
    #expect(abs(light.x - 40.3) < 0.07)
    #expect(abs(light.y - 27.8) < 0.07)
    if radius > 1 { #expect(picture[40, 27] == [120, 120, 120]) }
  }

  @Test("a frame that was lit for a part of its exposure has that part of the light")
  func partlyLit() throws {
    // At 10 pictures a second with 50 ms of exposure, picture 5 gathers light from 0.475 to 0.525.
    let edges = [0.4875, 0.6]
    let events = edges.enumerated().map { KeyEvent(time: $1, isDown: $0 == 0) }
    var scene = Scene.still(
      Lamp(events: events, x: 0, y: 0, radius: .infinity, added: 100), seconds: 1)
    scene.timing.rate = 10
    let levels = scene.pictures().map { $0.mean() }
    // 37.5 of 50 ms, then half of the next picture's exposure (0.575 to 0.625).
    #expect(levels == [20, 20, 20, 20, 20, 95, 70, 20, 20, 20])
    #expect(scene.trace().map { $0.brightness.rounded() } == levels)
  }

  @Test(
    "a camera that loses its focus spreads a lamp's light, and loses none", arguments: [1.5, 4])
  func focusHunt(blur: Double) throws {
    let lamp = Lamp.steady(x: 40.3, y: 27.8, radius: 2, added: 100)
    var scene = Scene.still(lamp, seconds: 2)
    let sharp = try #require(Array(scene.pictures()).first).light(above: 20)
    scene.sensor.focusHunt = FocusHunt(start: -1, duration: 2, blur: blur)
    let pictures = Array(scene.pictures())
    let blurred = try #require(pictures.first)
    let light = blurred.light(above: 20)
    #expect(abs(light.sum - sharp.sum) < 0.1 * sharp.sum)
    #expect(abs(light.x - 40.3) < 0.2)
    // A disc of 2 pixels' radius that is spread so: its light over 2 pi (blur^2 + 2^2 / 4), but that boxes are whole pixels.
    let middle = 100 * .pi * 4 / (2 * .pi * (blur * blur + 1))
    #expect(abs(Double(blurred[40, 27][0]) - 20 - middle) < 0.35 * middle)
    let after = try #require(pictures.last)
    #expect(after[40, 27] == [120, 120, 120])
  }

  @Test("with a rolling shutter the rows differ by when they gathered light")
  func rollingShutter() throws {
    var scene = Scene.still(
      Lamp(
        events: [KeyEvent(time: 0, isDown: true)], x: 0, y: 0, radius: .infinity, added: 100))
    scene.sensor.exposure = 0.001
    scene.sensor.readout = 0.02
    let picture = try #require(Array(scene.pictures()).first)
    #expect(picture[0, 0] == [20, 20, 20])
    #expect(picture[0, 63] == [120, 120, 120])
    // The middle rows' exposures straddle the edge.
    #expect(abs(Int(picture[0, 31][0]) - 70) <= 25)
  }

  @Test("noise has its standard deviation, in every picture its own", arguments: [1.5, 4, 12])
  func noise(sigma: Double) throws {
    var scene = Scene.still()
    scene.width = 320
    scene.height = 240
    scene.background = .flat(128)
    scene.sensor.noise = sigma
    let pictures = Array(scene.pictures())
    let (first, second) = (pictures[0], pictures[1])
    // Two independent noises, and twice the variance of rounding, 1/12.
    let expected = 2 * (sigma * sigma + 1 / 12)
    let difference = first.difference(from: second)
    #expect(abs(difference.variance / expected - 1) < 0.03)
    #expect(abs(difference.mean) < 6 * sigma * (2 / Double(320 * 240)).squareRoot())
  }

  @Test("sums of noise over tiles vary as white noise does")
  func whiteness() {
    var scene = Scene.still(seconds: 4)
    scene.background = .flat(128)
    scene.sensor.noise = 4
    let means = scene.pictures().flatMap { picture in
      stride(from: 0, to: 96, by: 8).flatMap { x in
        stride(from: 0, to: 64, by: 8).map { y in
          picture.mean(x: x..<(x + 8), y: y..<(y + 8)) - 128
        }
      }
    }
    let variance = means.reduce(0) { $0 + $1 * $1 } / Double(means.count)
    // 64 pixels of variance 16 + 1/12; 11520 tiles know it to 1.3 %.
    #expect(abs(variance / ((16 + 1 / 12) / 64) - 1) < 0.05)
  }

  @Test("chroma noise leaves the luma alone")
  func chromaNoise() throws {
    var scene = Scene.still()
    scene.background = .flat(128)
    scene.sensor.chromaNoise = 6
    let picture = try #require(Array(scene.pictures()).first)
    var channel = 0.0
    var luma = 0.0
    for pixel in 0..<(96 * 64) {
      let values = (0..<3).map { Double(picture.pixels[pixel * 3 + $0]) - 128 }
      channel += values[2] * values[2]
      let weighed = 0.299 * values[0] + 0.587 * values[1] + 0.114 * values[2]
      luma += weighed * weighed
    }
    #expect((channel / (96 * 64)).squareRoot() > 4)
    // What is left is the rounding of three channels.
    #expect((luma / (96 * 64)).squareRoot() < 0.3)
  }

  @Test("each channel gets its part of a coloured light")
  func color() throws {
    var lamp = Lamp.steady()
    lamp.color = LightColor(red: 0.1, green: 0.5, blue: 1)
    let picture = try #require(Array(Scene.still(lamp).pictures()).first)
    #expect(picture[48, 32] == [30, 70, 120])
  }

  @Test("a lamp that darkens takes light away, and no more than there is")
  func inverted() throws {
    let dim = try #require(Array(Scene.still(.steady(added: -15)).pictures()).first)
    #expect(dim[48, 32] == [5, 5, 5])
    let black = try #require(Array(Scene.still(.steady(added: -80)).pictures()).first)
    #expect(black[48, 32] == [0, 0, 0])
  }

  @Test("steps are those of the picture under any gamma, and partial light comes out brighter")
  func gamma() throws {
    var lamp = Lamp.steady(radius: .infinity)
    lamp.events = [KeyEvent(time: -1, isDown: true), KeyEvent(time: 0, isDown: false)]
    var scene = Scene.still(lamp)
    scene.sensor.gamma = 2.2
    scene.sensor.exposure = 0.02
    let half = try #require(Array(scene.pictures()).first).mean()
    // By hand: 255 ((20/255)^2.2 / 2 + (120/255)^2.2 / 2)^(1/2.2) = 88.3.
    #expect(abs(half - 88) <= 1)
    scene.lamps[0].events = [KeyEvent(time: -1, isDown: true)]
    let full = try #require(Array(scene.pictures()).first).mean()
    #expect(full == 120)
  }

  @Test("a halo reaches farther the longer the lamp is lit, and is gone after it")
  func halo() throws {
    var lamp = Lamp.steady(radius: 4, added: 400)
    lamp.events = [KeyEvent(time: 0, isDown: true), KeyEvent(time: 0.5, isDown: false)]
    lamp.halo = Halo(added: 60, radius: 15, growTime: 0.1)
    let pictures = Array(Scene.still(lamp, seconds: 1.5).pictures())
    let around = pictures.map { Int($0[60, 32][0]) }
    #expect(pictures[10][48, 32] == [255, 255, 255])
    #expect(around[1] < around[3])
    #expect(around[3] < around[12])
    #expect(around[12] > 50)
    #expect(around[40] == 20)
  }

  @Test("the same scene gives the same bytes, another seed other ones")
  func deterministic() {
    var scene = Scene.still(.steady())
    scene.background = .room()
    scene.motion = Motion(sway: 5, jitter: 0.5)
    scene.sensor.noise = 3
    scene.distractors = [
      .television(Television(x: 4, y: 4, width: 20, height: 10)),
      .fireworks(Fireworks(interval: 0.05)), .cuts(interval: 0.4),
    ]
    let first = scene.pictures().map(\.pixels)
    #expect(first == scene.pictures().map(\.pixels))
    scene.seed = 1
    #expect(first != scene.pictures().map(\.pixels))
  }

  @Test(
    "impossible sizes and rates give no pictures",
    arguments: [(0, 10), (10, -1), (1 << 30, 1 << 30)])
  func impossible(width: Int, height: Int) {
    var scene = Scene.still()
    scene.width = width
    scene.height = height
    #expect(Array(scene.pictures()).isEmpty)
    scene = .still()
    scene.timing.rate = 0
    #expect(Array(scene.pictures()).isEmpty)
    scene = .still(seconds: .infinity)
    scene.distractors = [.cuts(interval: 1), .fireworks(Fireworks())]
    #expect(Array(scene.pictures()).isEmpty)
  }

  @Test("however far the camera turns, there is a picture", arguments: [1e5, -1e5, 1e18, -1e300])
  func farAway(x: Double) throws {
    var scene = Scene.still(.steady())
    scene.background = .room()
    scene.motion.pans = [.init(start: -2, turn: 1, stay: 100, x: x, y: -x)]
    let picture = try #require(Array(scene.pictures()).first)
    #expect(picture.pixels.count == 96 * 64 * 3)
  }
}
