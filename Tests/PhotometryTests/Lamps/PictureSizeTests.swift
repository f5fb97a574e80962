import MorseCode
import Testing

@testable import Photometry

/// Pictures of another size than those before.
struct PictureSizeTests {
  @Test func `pictures of another size are told apart, though they have as many tiles`() throws {
    var motion = SceneMotion()
    var told: [Bool] = []
    for (width, height) in [(320, 240), (320, 240), (316, 240), (316, 240), (320, 240)] {
      // One of which a part is missing is passed over.
      let part = [UInt8](repeating: 90, count: width)
      let broken = Frame(
        time: Double(told.count) / 30 - 0.01, width: width, height: height, format: .gray,
        plane0: Plane(bytes: part.span.bytes, stride: width))
      #expect(throws: FrameError.self) {
        try motion.measure(broken, region: nil, compensated: true)
      }
      let bytes = [UInt8](repeating: 90, count: width * height)
      let frame = Frame(
        time: Double(told.count) / 30, width: width, height: height, format: .gray,
        plane0: Plane(bytes: bytes.span.bytes, stride: width))
      told.append(try motion.measure(frame, region: nil, compensated: true).isOfAnotherSize)
    }
    #expect(told == [false, false, true, false, true])
  }

  @Test
  func
    `what was known is gone with a broken picture of another size, though the next is as before`()
    throws
  {
    var motion = SceneMotion()
    func isOfAnotherSize(width: Int, isWhole: Bool = true) throws -> Bool {
      let bytes = [UInt8](repeating: 90, count: width * (isWhole ? 240 : 1))
      let frame = Frame(
        time: 0, width: width, height: 240, format: .gray,
        plane0: Plane(bytes: bytes.span.bytes, stride: width))
      return try motion.measure(frame, region: nil, compensated: true).isOfAnotherSize
    }
    #expect(try !isOfAnotherSize(width: 320))
    #expect(throws: FrameError.self) { try isOfAnotherSize(width: 160, isWhole: false) }
    #expect(try isOfAnotherSize(width: 320))
    #expect(try !isOfAnotherSize(width: 320))
  }

  @Test
  func `what is followed is lost where pictures are of another size, though of as many tiles`() {
    var finder = LampFinder()
    var updates: [LampFinder.Update] = []
    let keying = Keying("CQ DE PA3FWM", speed: Speed(wpm: 12))
    for index in 0..<330 {
      let time = Double(index) / 30
      let isLit = keying.events.last { $0.time <= time - 1 }?.isDown ?? false
      let width = index < 300 ? 160 : 156
      var gray = [UInt8](repeating: 60, count: width * 120)
      for pixel in gray.indices {
        let (column, row) = (pixel % width, pixel / width)
        gray[pixel] += UInt8((column * 7 + row * 13 + index) % 3)
        if isLit, (72..<80).contains(column), (48..<56).contains(row) { gray[pixel] = 200 }
      }
      let bytes = FrameBytes(width: width, height: 120, gray: gray)
      let now = bytes.withFrame(time: time) { frame in finder.consume(frame) }
      if index == 300 { updates = now }
    }
    #expect(updates.contains { if case .lost = $0 { true } else { false } })
  }
}
