internal import CFFmpeg

/// A picture's orientation as containers keep it: a matrix that the player applies.
enum Orientation {
  /// Quarter turns clockwise that bring the picture upright, as the picture says, or its stream.
  static func quarterTurns(
    picture: UnsafeMutablePointer<AVFrame>, stream: UnsafeMutablePointer<AVStream>
  ) -> Int {
    if let data = av_frame_get_side_data(picture, AV_FRAME_DATA_DISPLAYMATRIX),
      data.pointee.size >= matrixSize, let bytes = data.pointee.data
    {
      return quarterTurns(of: bytes)
    }
    var size = 0
    if let bytes = av_stream_get_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, &size),
      size >= matrixSize
    {
      return quarterTurns(of: bytes)
    }
    return 0
  }

  /// Adds the display matrix of that many quarter turns clockwise to a stream; false without memory.
  static func add(quarterTurns: Int, to stream: UnsafeMutablePointer<AVStream>) -> Bool {
    guard
      let bytes = av_stream_new_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, matrixSize)
    else { return false }
    UnsafeMutableRawPointer(bytes).withMemoryRebound(to: Int32.self, capacity: 9) {
      av_display_rotation_set($0, Double(quarterTurns) * 90)
    }
    return true
  }

  /// Nine numbers of four bytes.
  private static let matrixSize = 36

  private static func quarterTurns(of bytes: UnsafeMutablePointer<UInt8>) -> Int {
    // FFmpeg gives degrees counterclockwise; not a number for a matrix that is no rotation.
    let degrees = UnsafeRawPointer(bytes).withMemoryRebound(to: Int32.self, capacity: 9) {
      av_display_rotation_get($0)
    }
    guard degrees.isFinite else { return 0 }
    return (Int((-degrees / 90).rounded()) % 4 + 4) % 4
  }
}
