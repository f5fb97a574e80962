import Foundation
import Testing

@testable import Photometry

struct SpotCourseTests {
  /// A window on what is dark but for a bright cabin, and a lamp of so many steps; their places, in pixels of the scene.
  private static func window(
    around place: (x: Double, y: Double), lamp: (x: Double, y: Double), light: Double,
    cabin: (x: Double, y: Double), random: inout SplitMix
  ) throws -> SpotWindow {
    let (width, height) = (320, 160)
    let pixels = (0..<width * height).map { index in
      let (x, y) = (Double(index % width), Double(index / width))
      let isCabin = abs(x - cabin.x) < 5 && abs(y - cabin.y) < 3
      let isLamp = abs(x - lamp.x) < 2 && abs(y - lamp.y) < 2
      return UInt8(
        40 + (isCabin ? 60 : 0) + (isLamp ? light : 0) + Double.random(in: -3...3, using: &random))
    }
    var meter = PeakMeter()
    let frame = Frame(
      time: 0, width: width, height: height, format: .gray,
      plane0: Plane(bytes: pixels.span.bytes, stride: width))
    let window = meter.spots(frame, x: place.x, y: place.y)
    return try #require(window)
  }

  /// What is kept of a lamp that goes by at so many pixels a second, bobs by four of them and sends marks and gaps of a fifth of
  /// a second; where it is known to be is off by up to six pixels.
  private static func peaks(
    speed: Double, light: Double = 110, seconds: Int = 6
  ) throws -> [FlashTrack.Peak] {
    var random = SplitMix(seed: 7)
    return try (0..<seconds * 20).map { index in
      let time = Double(index) / 20
      let lamp = place(at: time, speed: speed)
      let window = try window(
        around: (
          lamp.x + .random(in: -6...6, using: &random), lamp.y + .random(in: -6...6, using: &random)
        ), lamp: lamp, light: isLit(time) ? light : 0, cabin: (lamp.x + 1, lamp.y + 11),
        random: &random)
      return FlashTrack.Peak(time: time, excess: window.excess, window: window)
    }
  }

  private static func isLit(_ time: Double) -> Bool { Int(time * 5 + 0.01) % 2 == 1 }

  private static func place(at time: Double, speed: Double) -> (x: Double, y: Double) {
    (60 + speed * time, 60 + 4 * sin(2 * time))
  }

  @Test(arguments: [0, 8, 30])
  func `a light is read where it was, not by what carries it`(_ speed: Double) throws {
    let peaks = try Self.peaks(speed: speed)
    let course = try #require(SpotCourse(peaks))
    let plain = try #require(Keyedness(peaks.map(\.excess)))
    #expect(course.keyedness.separation > 2 * plain.separation)
    for (peak, excess) in zip(peaks, course.excess) {
      #expect((excess > course.keyedness.low + course.keyedness.swing / 2) == Self.isLit(peak.time))
    }
    let last = Self.place(at: course.last.time, speed: speed)
    #expect(abs(course.last.x - last.x) < 2 && abs(course.last.y - last.y) < 2)
  }

  @Test func `what does not switch has no levels on its course`() throws {
    #expect(SpotCourse([]) == nil)
    let course = SpotCourse(try Self.peaks(speed: 8, light: 0))
    #expect((course?.keyedness.separation ?? 0) < Keyedness.noiseless)
  }

  @Test func `the brightest spot is looked for where it may be`() throws {
    var random = SplitMix(seed: 3)
    let window = try Self.window(
      around: (60, 60), lamp: (58, 57), light: 110, cabin: (61, 70), random: &random)
    let all = try #require(window.brightest)
    #expect(abs(all.x - 58) <= 1 && abs(all.y - 57) <= 1)
    #expect(abs(all.excess - window.excess) < 1)
    let near = try #require(window.brightest(within: 2, of: 61, 70))
    #expect(abs(near.x - 61) <= 2 && abs(near.y - 70) <= 2 && near.excess < all.excess)
    #expect(window.brightest(within: 2, of: 120, 60) == nil)
  }
}
