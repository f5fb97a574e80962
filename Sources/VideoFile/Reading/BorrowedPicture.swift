internal import CFFmpeg
internal import Photometry

/// A decoded picture whose planes can be lent where they lie: which bytes each plane takes.
struct BorrowedPicture {
  private let picture: UnsafeMutablePointer<AVFrame>
  private let format: PixelFormat
  private let planes: [UnsafeRawBufferPointer]

  /// nil where the planes cannot be lent: rows that run upwards, or planes shorter than they should
  /// be. A plane reaches from its first row's start to its last row's end, without the padding
  /// after that.
  init?(_ picture: UnsafeMutablePointer<AVFrame>, format: PixelFormat) {
    let sizes = format.planeSizes(
      width: Int(picture.pointee.width), height: Int(picture.pointee.height))
    var planes: [UnsafeRawBufferPointer] = []
    for (index, size) in sizes.enumerated() {
      guard
        let start = picture.data(ofPlane: index),
        let buffer = av_frame_get_plane_buffer(picture, Int32(index)),
        let bufferStart = UnsafeRawPointer(buffer.pointee.data)
      else { return nil }
      let stride = picture.stride(ofPlane: index)
      guard size.rows > 0, size.rowBytes > 0, stride >= size.rowBytes else { return nil }
      let count = stride * (size.rows - 1) + size.rowBytes
      guard start >= bufferStart, start + count <= bufferStart + Int(buffer.pointee.size) else {
        return nil
      }
      planes.append(UnsafeRawBufferPointer(start: start, count: count))
    }
    guard !planes.isEmpty else { return nil }
    self.picture = picture
    self.format = format
    self.planes = planes
  }

  /// Lends the picture. Nothing is copied.
  func lend<Result>(
    time: Double, matrix: ColorMatrix, range: ValueRange, to body: (borrowing Frame) -> Result
  ) -> Result {
    let empty = UnsafeRawBufferPointer(start: nil, count: 0)
    let first = planes[0]
    let second = planes.count > 1 ? planes[1] : empty
    let third = planes.count > 2 ? planes[2] : empty
    let plane0 = Plane(bytes: first.bytes, stride: picture.stride(ofPlane: 0))
    let plane1 =
      planes.count > 1 ? Plane(bytes: second.bytes, stride: picture.stride(ofPlane: 1)) : nil
    let plane2 =
      planes.count > 2 ? Plane(bytes: third.bytes, stride: picture.stride(ofPlane: 2)) : nil
    let frame = Frame(
      time: time, width: Int(picture.pointee.width), height: Int(picture.pointee.height),
      format: format, matrix: matrix, range: range,
      plane0: plane0, plane1: plane1, plane2: plane2)
    return body(frame)
  }
}

extension PixelFormat {
  /// Rows and bytes a row of each plane, without padding.
  func planeSizes(width: Int, height: Int) -> [(rows: Int, rowBytes: Int)] {
    let bytes = bitDepth > 8 ? 2 : 1
    let chromaWidth = (width + (1 << chromaShiftX) - 1) >> chromaShiftX
    let chromaHeight = (height + (1 << chromaShiftY) - 1) >> chromaShiftY
    let luma = (rows: height, rowBytes: width * bytes)
    switch layout {
    case .gray:
      return [luma]
    case .planarYUV:
      let chroma = (rows: chromaHeight, rowBytes: chromaWidth * bytes)
      return [luma, chroma, chroma]
    case .semiplanarYUV:
      return [luma, (rows: chromaHeight, rowBytes: chromaWidth * 2 * bytes)]
    case .yuyv, .uyvy:
      return [(rows: height, rowBytes: (width + 1) / 2 * 4)]
    case .packedRGB(_, _, _, let bytesPerPixel):
      return [(rows: height, rowBytes: width * bytesPerPixel)]
    case .planarGBR:
      return [luma, luma, luma]
    }
  }
}

extension UnsafeMutablePointer<AVFrame> {
  func data(ofPlane index: Int) -> UnsafeRawPointer? {
    let all = pointee.data
    let planes = [all.0, all.1, all.2, all.3]
    return planes.indices.contains(index) ? UnsafeRawPointer(planes[index]) : nil
  }

  func stride(ofPlane index: Int) -> Int {
    let all = pointee.linesize
    let strides = [all.0, all.1, all.2, all.3]
    return strides.indices.contains(index) ? Int(strides[index]) : 0
  }
}
