import Foundation
import Photometry
import Testing

@testable import VideoFile

/// Every way in which pictures lie in memory, as FFmpeg's own program writes them.
@Suite(.enabled(if: Tool.exists)) struct PixelFormatTests {
  /// FFmpeg's name, and the layout in which it is to be lent; nil: converted to RGB.
  private static let formats: [(String, PixelFormat?)] = [
    ("yuv420p", .yuv420), ("yuv422p", PixelFormat(.planarYUV, chromaShiftX: 1)),
    ("yuv444p", PixelFormat(.planarYUV)),
    ("yuv410p", PixelFormat(.planarYUV, chromaShiftX: 2, chromaShiftY: 2)),
    ("yuv411p", PixelFormat(.planarYUV, chromaShiftX: 2)),
    ("yuv440p", PixelFormat(.planarYUV, chromaShiftY: 1)),
    ("yuva420p", .yuv420),
    ("yuv420p10le", PixelFormat(.planarYUV, bitDepth: 10, chromaShiftX: 1, chromaShiftY: 1)),
    ("yuv422p12le", PixelFormat(.planarYUV, bitDepth: 12, chromaShiftX: 1)),
    ("yuv444p16le", PixelFormat(.planarYUV, bitDepth: 16)),
    ("nv12", .nv12),
    ("nv21", PixelFormat(.semiplanarYUV(redFirst: true), chromaShiftX: 1, chromaShiftY: 1)),
    ("gray", .gray), ("gray10le", PixelFormat(.gray, bitDepth: 10)),
    ("gray12le", PixelFormat(.gray, bitDepth: 12)), ("gray16le", PixelFormat(.gray, bitDepth: 16)),
    ("yuyv422", .yuyv), ("uyvy422", .uyvy), ("rgb24", .rgb24), ("bgr24", .bgr24), ("bgr0", .bgrx),
    ("bgra", .bgrx), ("rgba", PixelFormat(.packedRGB(red: 0, green: 1, blue: 2, bytesPerPixel: 4))),
    ("argb", PixelFormat(.packedRGB(red: 1, green: 2, blue: 3, bytesPerPixel: 4))),
    ("abgr", PixelFormat(.packedRGB(red: 3, green: 2, blue: 1, bytesPerPixel: 4))),
    ("gbrp", PixelFormat(.planarGBR)), ("gbrp10le", PixelFormat(.planarGBR, bitDepth: 10)),
    ("gbrp16le", PixelFormat(.planarGBR, bitDepth: 16)),
    ("pal8", nil), ("rgb565le", nil), ("rgb48be", nil), ("yuv420p10be", nil), ("gray16be", nil),
    ("ya8", nil), ("yvyu422", nil),
  ]

  @Test(arguments: formats)
  func everyFormatKeepsItsColor(_ name: String, _ format: PixelFormat?) throws {
    // An odd width: the last column's chroma counts too.
    try Clip.inFolder { folder in
      let path = folder.appending(path: "raw.nut").path
      try Tool.ffmpeg([
        "-f", "lavfi", "-i",
        "color=0x5A8CC8:s=34x18:d=0.2:r=10,format=rgb24,scale=out_color_matrix=bt601",
        "-c:v", "rawvideo", "-pix_fmt", name, path,
      ])
      let (_, frames, fault) = try Clip.read(path)
      #expect(fault == nil)
      let frame = try #require(frames.first)
      if let format { #expect(frame.format == format) }
      let color: (UInt8, UInt8, UInt8) = (0x5A, 0x8C, 0xC8)
      let expected: [Double]
      switch frame.format.layout {
      case .packedRGB, .planarGBR:
        // Gray was gray before it was converted.
        let gray = Clip.yuv(color, .bt601, .full)[0]
        expected =
          name.hasPrefix("gray") || name == "ya8" ? [gray, gray, gray] : [0x5A, 0x8C, 0xC8]
      case .gray: expected = [Clip.yuv(color, .bt601, .full)[0]]
      default: expected = Clip.yuv(color, .bt601, frame.range)
      }
      // pal8 and rgb565 have few colours.
      let tolerance = ["pal8", "rgb565le"].contains(name) ? 30.0 : 2.5
      try #require(frame.means.count == expected.count)
      for (mean, value) in zip(frame.means, expected) {
        #expect(abs(mean - value) < tolerance, "\(frame.means) \(expected)")
      }
    }
  }

  @Test(
    arguments: [
      ("bt709", ColorMatrix.bt709), ("smpte170m", .bt601), ("bt470bg", .bt601), ("fcc", .bt601),
      ("bt2020nc", .bt2020), ("smpte240m", .bt709),
    ], [("tv", ValueRange.limited), ("pc", .full)])
  func tagsOfOthersAreUnderstood(
    _ matrix: (String, ColorMatrix), _ range: (String, ValueRange)
  ) throws {
    try Clip.inFolder { folder in
      let path = folder.appending(path: "tagged.mp4").path
      try Tool.ffmpeg([
        "-f", "lavfi", "-i", "testsrc=s=64x48:d=0.2:r=10", "-pix_fmt", "yuv420p", "-colorspace",
        matrix.0, "-color_range", range.0, path,
      ])
      let frame = try #require(try Clip.read(path).frames.first)
      #expect(frame.matrix == matrix.1)
      #expect(frame.range == range.1)
    }
  }

  @Test func whatDoesNotSayIsTakenAsFFmpegTakesIt() throws {
    try Clip.inFolder { folder in
      let path = folder.appending(path: "untagged.mp4").path
      try Tool.ffmpeg([
        "-f", "lavfi", "-i", "testsrc=s=1280x720:d=0.1:r=10", "-pix_fmt", "yuv420p", path,
      ])
      let frame = try #require(try Clip.read(path).frames.first)
      #expect(frame.matrix == .bt601)
      #expect(frame.range == .limited)
    }
  }
}
