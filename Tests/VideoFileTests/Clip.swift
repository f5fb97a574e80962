import Foundation
import Photometry
import Scene

@testable import VideoFile

/// What a frame held, copied out of the borrowed planes.
struct Seen: Sendable {
  var time: Double
  var width: Int
  var height: Int
  var format: PixelFormat
  var matrix: ColorMatrix
  var range: ValueRange
  /// The mean of each channel: Y, Cb, Cr; or red, green, blue; or gray; scaled to 8 bits.
  var means: [Double]

  init(_ frame: borrowing Frame) {
    time = frame.time
    width = frame.width
    height = frame.height
    format = frame.format
    matrix = frame.matrix
    range = frame.range
    means = Self.means(frame)
  }

  private static func means(_ frame: borrowing Frame) -> [Double] {
    let depth = frame.format.bitDepth
    let bytes = depth > 8 ? 2 : 1
    func mean(
      _ plane: borrowing Plane, start: Int, step: Int, columns: Int, rows: Int
    ) -> Double {
      var sum = 0.0
      for row in 0..<rows {
        for column in 0..<columns {
          let at = row * plane.stride + column * step + start
          sum +=
            bytes == 1
            ? Double(plane.bytes.unsafeLoad(fromByteOffset: at, as: UInt8.self))
            : Double(plane.bytes.unsafeLoadUnaligned(fromByteOffset: at, as: UInt16.self))
        }
      }
      return sum / Double(rows * columns) / Double(1 << (depth - 8))
    }
    let (width, height) = (frame.width, frame.height)
    let chromaWidth = (width + (1 << frame.format.chromaShiftX) - 1) >> frame.format.chromaShiftX
    let chromaHeight = (height + (1 << frame.format.chromaShiftY) - 1) >> frame.format.chromaShiftY
    let luma = mean(frame.plane0, start: 0, step: bytes, columns: width, rows: height)
    switch frame.format.layout {
    case .gray:
      return [luma]
    case .planarYUV:
      guard let second = frame.plane1, let third = frame.plane2 else { return [] }
      return [
        luma,
        mean(second, start: 0, step: bytes, columns: chromaWidth, rows: chromaHeight),
        mean(third, start: 0, step: bytes, columns: chromaWidth, rows: chromaHeight),
      ]
    case .semiplanarYUV(let redFirst):
      guard let second = frame.plane1 else { return [] }
      let pair = [0, 1].map {
        mean(second, start: $0, step: 2, columns: chromaWidth, rows: chromaHeight)
      }
      return [luma] + (redFirst ? pair.reversed() : pair)
    case .yuyv, .uyvy:
      let offset = frame.format.layout == .yuyv ? 0 : 1
      return [
        mean(frame.plane0, start: offset, step: 2, columns: width, rows: height),
        mean(frame.plane0, start: 1 - offset, step: 4, columns: chromaWidth, rows: height),
        mean(frame.plane0, start: 3 - offset, step: 4, columns: chromaWidth, rows: height),
      ]
    case .packedRGB(let red, let green, let blue, let step):
      return [red, green, blue].map {
        mean(frame.plane0, start: $0, step: step, columns: width, rows: height)
      }
    case .planarGBR:
      guard let second = frame.plane1, let third = frame.plane2 else { return [] }
      return [
        mean(third, start: 0, step: bytes, columns: width, rows: height), luma,
        mean(second, start: 0, step: bytes, columns: width, rows: height),
      ]
    }
  }
}

/// Small clips, and what is read from files.
enum Clip {
  /// A folder that goes away with the test.
  static func inFolder<Result>(_ body: (URL) throws -> Result) throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "video-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try body(folder)
  }

  /// A picture of one colour.
  static func plain(
    _ color: (UInt8, UInt8, UInt8), time: Double, width: Int = 64, height: Int = 48
  ) -> Picture {
    let pixels = [UInt8](unsafeUninitializedCapacity: width * height * 3) { buffer, count in
      for index in 0..<width * height {
        (buffer[3 * index], buffer[3 * index + 1], buffer[3 * index + 2]) = color
      }
      count = width * height * 3
    }
    return Picture(time: time, width: width, height: height, pixels: pixels)
  }

  /// A lamp over a dark gradient: gray pictures that codecs cannot make trivial.
  static func lamp(
    _ level: UInt8, time: Double, width: Int = 64, height: Int = 48
  ) -> Picture {
    var pixels: [UInt8] = []
    for row in 0..<height {
      for column in 0..<width {
        let isLamp = abs(row - height / 2) < height / 4 && abs(column - width / 2) < width / 4
        let value = isLamp ? level : UInt8(20 + (row + column) % 40)
        pixels += [value, value, value]
      }
    }
    return Picture(time: time, width: width, height: height, pixels: pixels)
  }

  static func write(
    _ pictures: [Picture], to path: String, codec: VideoWriter.Codec? = nil,
    frameRate: Double = 25, matrix: ColorMatrix = .bt601, range: ValueRange = .limited,
    quarterTurns: Int = 0
  ) throws {
    let writer = try VideoWriter(
      path: path,
      options: .init(
        width: pictures.first?.width ?? 0, height: pictures.first?.height ?? 0,
        frameRate: frameRate, codec: codec, matrix: matrix, range: range,
        quarterTurns: quarterTurns))
    for picture in pictures {
      try picture.withFrame { (frame: borrowing Frame) throws(VideoError) in
        try writer.write(frame)
      }
    }
    try writer.finish()
  }

  /// Every frame, and the fault at the end if there was one.
  static func read(_ path: String) throws -> (info: VideoInfo, frames: [Seen], fault: VideoError?) {
    let reader = try VideoReader(path: path)
    var frames: [Seen] = []
    do throws(VideoError) {
      while let seen = try reader.nextFrame({ (frame: borrowing Frame) in Seen(frame) }) {
        frames.append(seen)
      }
    } catch {
      return (reader.info, frames, error)
    }
    return (reader.info, frames, nil)
  }

  /// The means that a picture of one colour has in YUV, by the definition of the matrix.
  static func yuv(
    _ color: (UInt8, UInt8, UInt8), _ matrix: ColorMatrix, _ range: ValueRange
  ) -> [Double] {
    let (redWeight, blueWeight) =
      switch matrix {
      case .bt601: (0.299, 0.114)
      case .bt709: (0.2126, 0.0722)
      case .bt2020: (0.2627, 0.0593)
      }
    let (red, green, blue) = (Double(color.0), Double(color.1), Double(color.2))
    let luma = redWeight * red + (1 - redWeight - blueWeight) * green + blueWeight * blue
    let blueDifference = (blue - luma) / (2 * (1 - blueWeight))
    let redDifference = (red - luma) / (2 * (1 - redWeight))
    switch range {
    case .full: return [luma, 128 + blueDifference, 128 + redDifference]
    case .limited:
      return [
        16 + luma * 219 / 255, 128 + blueDifference * 224 / 255, 128 + redDifference * 224 / 255,
      ]
    }
  }
}
