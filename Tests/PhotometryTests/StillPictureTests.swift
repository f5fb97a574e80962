import Photometry
import Scene
import Testing

@Suite struct StillPictureTests {
  /// A picture whose left half is of one colour and right half of another.
  private func halves(_ left: [UInt8], _ right: [UInt8], width: Int, height: Int) -> Picture {
    var pixels: [UInt8] = []
    for _ in 0..<height {
      for column in 0..<width { pixels += column < width / 2 ? left : right }
    }
    return Picture(time: 1.5, width: width, height: height, pixels: pixels)
  }

  @Test func `a picture is reduced to fit, its colours kept`() throws {
    let picture = halves([200, 30, 10], [0, 90, 250], width: 64, height: 16)
    let still = try picture.withFrame { frame throws(FrameError) in
      try StillPicture(frame, widest: 20)
    }
    #expect(still.width == 16 && still.height == 4 && still.time == 1.5)
    #expect(Array(still.pixels[..<3]) == [200, 30, 10])
    #expect(Array(still.pixels.suffix(3)) == [0, 90, 250])
  }

  @Test(arguments: [(1, 2, 4), (2, 4, 2), (3, 2, 4)])
  func `a turned picture shows what was at its left where it belongs`(
    quarters: Int, width: Int, height: Int
  ) throws {
    let picture = halves([255, 0, 0], [0, 0, 255], width: 4, height: 2)
    let turned = try picture.withFrame { frame throws(FrameError) in
      try StillPicture(frame).turned(quarters: quarters)
    }
    #expect(turned.width == width && turned.height == height)
    // Clockwise by one quarter the left edge is on top; by two it is at the right; by three below.
    let first = Array(turned.pixels[..<3])
    #expect(first == (quarters == 1 ? [255, 0, 0] : [0, 0, 255]))
  }

  @Test func `planes of luma and chroma give the colours that they stand for`() throws {
    // Red by BT.601 in full range: Y 76, Cb 85, Cr 255; gray 128 beside it. Two by two pixels a chroma.
    let luma: [UInt8] = [76, 76, 128, 128, 76, 76, 128, 128]
    let blue: [UInt8] = [85, 128]
    let red: [UInt8] = [255, 128]
    let frame = Frame(
      time: 0, width: 4, height: 2, format: .yuv420,
      plane0: Plane(bytes: luma.span.bytes, stride: 4),
      plane1: Plane(bytes: blue.span.bytes, stride: 2),
      plane2: Plane(bytes: red.span.bytes, stride: 2))
    let still = try StillPicture(frame)
    #expect(still.pixels[0] > 250 && still.pixels[1] < 4 && still.pixels[2] < 4)
    #expect(Array(still.pixels[6..<9]) == [128, 128, 128])
  }
}
