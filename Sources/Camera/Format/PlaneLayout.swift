import Photometry

/// Where the planes of a picture lie within one buffer, one after another as V4L2's
/// single-planar formats have them.
struct PlaneLayout: Hashable, Sendable {
  struct Part: Hashable, Sendable {
    /// Bytes from the start of the buffer.
    var offset: Int
    /// Bytes from one row to the next.
    var stride: Int
    var rows: Int
    /// Bytes of the pixels of a row, without padding.
    var rowBytes: Int

    /// Bytes; of the last row only the pixels, since drivers leave out its padding.
    var size: Int { rows > 0 ? stride * (rows - 1) + rowBytes : 0 }
  }

  var format: PixelFormat
  var width: Int
  var height: Int
  /// In the order that `format.layout` says.
  var parts: [Part]

  /// Bytes that a whole picture takes.
  var size: Int { parts.map { $0.offset + $0.size }.max() ?? 0 }

  /// `bytesPerLine` as the driver says it: of the first plane, the others' follow from it.
  /// A value too small for a row is taken for a row without padding.
  init(format: PixelFormat, isCrFirst: Bool, width: Int, height: Int, bytesPerLine: Int) {
    self.format = format
    self.width = width
    self.height = height
    let sample = format.bitDepth > 8 ? 2 : 1
    let rowBytes: Int
    switch format.layout {
    case .gray, .planarYUV, .semiplanarYUV, .planarGBR: rowBytes = width * sample
    case .yuyv, .uyvy: rowBytes = (width + 1) / 2 * 4
    case .packedRGB(_, _, _, let bytesPerPixel): rowBytes = width * bytesPerPixel
    }
    let stride = max(bytesPerLine, rowBytes)
    let first = Part(offset: 0, stride: stride, rows: height, rowBytes: rowBytes)
    let columns = (width + (1 << format.chromaShiftX) - 1) >> format.chromaShiftX
    let rows = (height + (1 << format.chromaShiftY) - 1) >> format.chromaShiftY
    let chroma = stride * height
    switch format.layout {
    case .gray, .yuyv, .uyvy, .packedRGB:
      parts = [first]
    case .semiplanarYUV:
      parts = [
        first,
        Part(
          offset: chroma, stride: stride * 2 >> format.chromaShiftX, rows: rows,
          rowBytes: columns * 2 * sample),
      ]
    case .planarYUV, .planarGBR:
      let part = Part(
        offset: chroma, stride: stride >> format.chromaShiftX, rows: rows,
        rowBytes: columns * sample)
      var second = part
      second.offset += part.stride * rows
      parts = isCrFirst ? [first, second, part] : [first, part, second]
    }
  }
}
