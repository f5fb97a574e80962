import CVideo4Linux
import Glibc

/// An open V4L2 node: what is asked of the driver through libv4l2, and its mapped buffers.
///
/// Only here are the driver's memory and its structures touched as C has them.
final class VideoDevice {
  /// What the system said no with.
  struct Failure: Error, Hashable {
    /// What was being done, "VIDIOC_S_FMT".
    var operation: String
    /// errno
    var code: Int32
  }

  /// -1 when closed.
  private(set) var descriptor: Int32
  private var mapped: [UnsafeRawBufferPointer] = []

  /// Opens a node. `isConverting`: libv4l2 also offers formats that it makes of the driver's.
  init(path: String, isConverting: Bool = false) throws(Failure) {
    let result = video_open(path, isConverting ? 1 : 0)
    guard result >= 0 else { throw Failure(operation: "open", code: -result) }
    descriptor = result
  }

  deinit { close() }

  /// Gives the node free: only then does the driver let go of a camera that is gone.
  func close() {
    guard descriptor >= 0 else { return }
    unmap()
    v4l2_close(descriptor)
    descriptor = -1
  }

  /// Makes a request of the driver; `argument` is the structure that belongs to it.
  func perform(
    _ operation: String, _ request: UInt32, _ argument: UnsafeMutableRawPointer
  ) throws(Failure) {
    let code = video_ioctl(descriptor, request, argument)
    if code != 0 { throw Failure(operation: operation, code: code) }
  }

  // MARK: Buffers

  var bufferCount: Int { mapped.count }

  /// Asks for buffers and maps them.
  func map(count: Int) throws(Failure) {
    unmap()
    var request = v4l2_requestbuffers()
    request.count = UInt32(count)
    request.type = VideoDevice.capture
    request.memory = V4L2_MEMORY_MMAP.rawValue
    try perform("VIDIOC_REQBUFS", REQUEST_REQBUFS, &request)
    for index in 0..<request.count {
      var buffer = emptyBuffer(index)
      try perform("VIDIOC_QUERYBUF", REQUEST_QUERYBUF, &buffer)
      let length = Int(buffer.length)
      guard
        let start = v4l2_mmap(
          nil, length, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, Int64(buffer.m.offset)),
        start != UnsafeMutableRawPointer(bitPattern: -1)
      else { throw Failure(operation: "mmap", code: errno) }
      mapped.append(UnsafeRawBufferPointer(start: start, count: length))
    }
  }

  /// Unmaps the buffers and gives them back.
  func unmap() {
    guard !mapped.isEmpty else { return }
    for buffer in mapped {
      v4l2_munmap(UnsafeMutableRawPointer(mutating: buffer.baseAddress), buffer.count)
    }
    mapped = []
    var request = v4l2_requestbuffers()
    request.type = VideoDevice.capture
    request.memory = V4L2_MEMORY_MMAP.rawValue
    try? perform("VIDIOC_REQBUFS", REQUEST_REQBUFS, &request)
  }

  func queue(_ index: UInt32) throws(Failure) {
    var buffer = emptyBuffer(index)
    try perform("VIDIOC_QBUF", REQUEST_QBUF, &buffer)
  }

  /// A filled buffer; nil when there is none yet.
  func dequeue() throws(Failure) -> FilledBuffer? {
    var buffer = emptyBuffer(0)
    let code = video_ioctl(descriptor, REQUEST_DQBUF, &buffer)
    if code == EAGAIN { return nil }
    if code != 0 { throw Failure(operation: "VIDIOC_DQBUF", code: code) }
    return FilledBuffer(buffer)
  }

  func setStreaming(_ isOn: Bool) throws(Failure) {
    var type = VideoDevice.capture
    if isOn {
      try perform("VIDIOC_STREAMON", REQUEST_STREAMON, &type)
    } else {
      try perform("VIDIOC_STREAMOFF", REQUEST_STREAMOFF, &type)
    }
  }

  /// Lends the bytes that a buffer was filled with.
  func withBytes<Result>(
    of buffer: FilledBuffer, _ body: (borrowing RawSpan) -> Result
  ) -> Result? {
    guard Int(buffer.index) < mapped.count else { return nil }
    let whole = mapped[Int(buffer.index)]
    let used = UnsafeRawBufferPointer(rebasing: whole.prefix(buffer.bytesUsed))
    return body(used.bytes)
  }

  static let capture = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue

  private func emptyBuffer(_ index: UInt32) -> v4l2_buffer {
    var buffer = v4l2_buffer()
    buffer.index = index
    buffer.type = VideoDevice.capture
    buffer.memory = V4L2_MEMORY_MMAP.rawValue
    return buffer
  }
}

/// A buffer as the driver handed it out.
struct FilledBuffer: Hashable {
  var index: UInt32
  var bytesUsed: Int
  var sequence: UInt32
  /// Seconds, on the driver's clock.
  var stamp: Double
  /// Whether it says that this is the monotonic clock.
  var isMonotonic: Bool
  /// The driver says that the picture is damaged.
  var isDamaged: Bool

  init(_ buffer: v4l2_buffer) {
    let flags = Int32(bitPattern: buffer.flags)
    index = buffer.index
    bytesUsed = Int(buffer.bytesused)
    sequence = buffer.sequence
    stamp = Double(buffer.timestamp.tv_sec) + Double(buffer.timestamp.tv_usec) * 1e-6
    isMonotonic = flags & V4L2_BUF_FLAG_TIMESTAMP_MASK == V4L2_BUF_FLAG_TIMESTAMP_MONOTONIC
    isDamaged = flags & V4L2_BUF_FLAG_ERROR != 0
  }
}
