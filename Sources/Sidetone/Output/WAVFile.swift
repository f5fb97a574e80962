import Glibc

/// Writes a WAV file: one channel of 16 bits.
public final class WAVFile {
  /// Samples a second.
  public let rate: Int
  private let path: String
  private var file: UnsafeMutablePointer<FILE>?
  private var samples = 0

  /// A RIFF's size has 32 bits.
  private static let mostSamples = (Int(UInt32.max) - 36) / 2

  /// Creates the file, or empties it.
  public init(path: String, rate: Int = 48_000) throws(SidetoneError) {
    self.path = path
    self.rate = rate
    file = fopen(path, "we")
    if file == nil { throw WAVFile.failure(.cannotCreate, path, "cannot be created") }
    try write(bytes: WAVFile.head(rate: rate, samples: 0))
  }

  deinit {
    if let file { fclose(file) }
  }

  /// Appends samples. Beyond the 4 GB that a WAV file can hold (12 hours) it says no.
  public func write(_ new: [Int16]) throws(SidetoneError) {
    guard samples + new.count <= WAVFile.mostSamples else {
      throw SidetoneError(
        code: .inputOutput, path: path, message: "a WAV file holds no more than 4 GB", cause: EFBIG)
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(2 * new.count)
    for sample in new { bytes.append(littleEndian: UInt16(bitPattern: sample)) }
    try write(bytes: bytes)
    samples += new.count
  }

  /// Writes the sizes into the head and closes. Without it, players take the file for empty.
  public func finish() throws(SidetoneError) {
    guard let file else { return }
    // A pipe cannot be gone back in: its head stays as it was.
    if fseek(file, 0, SEEK_SET) == 0 {
      try write(bytes: WAVFile.head(rate: rate, samples: samples))
    }
    self.file = nil
    if fclose(file) != 0 { throw WAVFile.failure(.inputOutput, path, "cannot be written") }
  }

  private func write(bytes: [UInt8]) throws(SidetoneError) {
    guard let file else { return }
    if fwrite(bytes, 1, bytes.count, file) < bytes.count {
      throw WAVFile.failure(.inputOutput, path, "cannot be written")
    }
  }

  private static func failure(
    _ code: SidetoneError.Code, _ path: String, _ what: String
  ) -> SidetoneError {
    let cause = errno
    return SidetoneError(
      code: code, path: path, message: "\(what): \(String(cString: strerror(cause)))", cause: cause)
  }

  /// The 44 bytes before the samples: "Multimedia Programming Interface and Data Specifications
  /// 1.0" (1991), a PCM format chunk and a data chunk.
  static func head(rate: Int, samples: Int) -> [UInt8] {
    let size = UInt32(2 * samples)
    var bytes = Array("RIFF".utf8)
    bytes.append(littleEndian: 36 + size)
    bytes += Array("WAVEfmt ".utf8)
    bytes.append(littleEndian: UInt32(16))
    bytes.append(littleEndian: UInt16(1))
    bytes.append(littleEndian: UInt16(1))
    bytes.append(littleEndian: UInt32(rate))
    bytes.append(littleEndian: UInt32(2 * rate))
    bytes.append(littleEndian: UInt16(2))
    bytes.append(littleEndian: UInt16(16))
    bytes += Array("data".utf8)
    bytes.append(littleEndian: size)
    return bytes
  }
}

extension [UInt8] {
  fileprivate mutating func append(littleEndian value: some FixedWidthInteger) {
    for index in 0..<(value.bitWidth / 8) {
      append(UInt8(truncatingIfNeeded: value >> (8 * index)))
    }
  }
}
