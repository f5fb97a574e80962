import Testing

@testable import Camera

@Suite struct JPEGDecoderTests {
  @Test(arguments: [(640, 1), (960, 1), (961, 2), (1920, 2), (3840, 4), (8000, 8)])
  func largePicturesAreReduced(width: Int, reduction: Int) {
    #expect(JPEGDecoder.reduction(width: width, widest: 960) == reduction)
  }

  @Test func aPictureIsReadAtHalfItsScale() throws {
    // The left half black and the right half white, in whole blocks of 8x8.
    let jpeg = try TestJPEG.make(width: 64, height: 32) { x, _ in x < 32 ? 0 : 255 }
    let decoder = try #require(JPEGDecoder(widest: 32))
    #expect(reads(decoder, jpeg))
    #expect((decoder.width, decoder.height) == (32, 16))
    #expect(decoder.luma[8 * 32 + 4] < 4)
    #expect(decoder.luma[8 * 32 + 28] > 251)
  }

  @Test func aPictureThatEndsTooEarlyIsDamaged() throws {
    let jpeg = try TestJPEG.make(width: 64, height: 64) { x, y in UInt8((x * y) % 256) }
    let decoder = try #require(JPEGDecoder(widest: 960))
    #expect(reads(decoder, jpeg))
    #expect(!reads(decoder, Array(jpeg.prefix(jpeg.count / 2))))
    #expect(reads(decoder, jpeg))
  }

  @Test func whatFollowsThePictureDoesNoHarm() throws {
    let jpeg = try TestJPEG.make(width: 64, height: 64) { x, _ in UInt8(x) }
    let decoder = try #require(JPEGDecoder(widest: 960))
    #expect(reads(decoder, jpeg + [UInt8](repeating: 0, count: 1000)))
  }

  @Test func rubbishIsDamaged() throws {
    let decoder = try #require(JPEGDecoder(widest: 960))
    #expect(!reads(decoder, [UInt8](repeating: 0xff, count: 1000)))
    #expect(!reads(decoder, [UInt8]()))
  }

  private func reads(_ decoder: JPEGDecoder, _ bytes: [UInt8]) -> Bool {
    decoder.decode(bytes.span.bytes)
  }
}
