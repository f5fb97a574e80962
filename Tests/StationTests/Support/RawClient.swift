import Foundation

/// An HTTP client that sends what it is told, byte for byte, over a socket: rude ones can be made of it.
/// Its calls block; `Waiting.run` keeps them off the threads that tests share.
final class RawClient {
  struct Answer {
    var status: Int
    /// Names in lower case.
    var headers: [String: String]
    var body: [UInt8]

    var text: String { String(decoding: body, as: UTF8.self) }

    var json: Any? { try? JSONSerialization.jsonObject(with: Data(body)) }

    var object: [String: Any] { json as? [String: Any] ?? [:] }
  }

  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  let descriptor: Int32
  private var buffer: [UInt8] = []

  /// - Parameters:
  ///   - receiveBuffer: bytes that the system holds for a client that does not read.
  ///   - timeout: seconds that a read may take.
  init(port: Int, receiveBuffer: Int32? = nil, timeout: Int = 10) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    guard descriptor >= 0 else { throw Failure(description: "no socket") }
    if var size = receiveBuffer {
      setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
    }
    var limit = timeval(tv_sec: timeout, tv_usec: 0)
    setsockopt(
      descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 else {
      close(descriptor)
      throw Failure(description: "cannot connect: \(String(cString: strerror(errno)))")
    }
  }

  deinit { close(descriptor) }

  func send(_ bytes: [UInt8]) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let sent = rest.withUnsafeBytes {
        Foundation.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard sent > 0 else { throw Failure(description: "cannot send") }
      rest = rest.dropFirst(sent)
    }
  }

  /// More bytes; nil at the end, or when nothing came in time.
  func more() -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: 65536)
    let count = recv(descriptor, &bytes, bytes.count, 0)
    return count > 0 ? Array(bytes.prefix(count)) : nil
  }

  /// The head of an answer: status and headers.
  func head() throws -> (Int, [String: String]) {
    let end = Array("\r\n\r\n".utf8)
    while true {
      if let at = buffer.firstRange(of: end) {
        let text = String(decoding: buffer[..<at.lowerBound], as: UTF8.self)
        buffer.removeSubrange(..<at.upperBound)
        var lines = text.components(separatedBy: "\r\n")
        let status = Int(lines.removeFirst().split(separator: " ").dropFirst().first ?? "") ?? 0
        var headers: [String: String] = [:]
        for line in lines {
          let parts = line.split(separator: ":", maxSplits: 1)
          guard parts.count == 2 else { continue }
          headers[parts[0].lowercased()] = parts[1].trimmingCharacters(in: .whitespaces)
        }
        return (status, headers)
      }
      guard let bytes = more() else { throw Failure(description: "no answer") }
      buffer += bytes
    }
  }

  /// A whole answer, of a server that closes after it or says how long it is.
  func answer(hasBody: Bool = true) throws -> Answer {
    let (status, headers) = try head()
    if let length = headers["content-length"].flatMap({ Int($0) }) {
      while hasBody, buffer.count < length, let bytes = more() { buffer += bytes }
    } else if hasBody, status != 204, status != 304 {
      while let bytes = more() { buffer += bytes }
      buffer = Self.unchunked(buffer)
    }
    return Answer(status: status, headers: headers, body: buffer)
  }

  /// What comes on a stream until `isEnough` of all that came, or the time is over.
  func read(seconds: Double, until isEnough: (String) -> Bool) -> String {
    let deadline = Date().addingTimeInterval(seconds)
    while Date() < deadline {
      if isEnough(String(decoding: buffer, as: UTF8.self)) { break }
      guard let bytes = more() else { break }
      buffer += bytes
    }
    return String(decoding: buffer, as: UTF8.self)
  }

  private static func unchunked(_ bytes: [UInt8]) -> [UInt8] {
    var (result, rest): ([UInt8], ArraySlice<UInt8>) = ([], bytes[...])
    while let end = rest.firstIndex(of: 10) {
      let line = String(decoding: rest[..<end], as: UTF8.self)
      guard let size = Int(line.trimmingCharacters(in: .whitespacesAndNewlines), radix: 16),
        size > 0
      else { break }
      rest = rest[(end + 1)...]
      result += rest.prefix(size)
      rest = rest.dropFirst(size + 2)
    }
    return result
  }
}

/// Calls that block, on threads of their own.
enum Waiting {
  static func run<Value: Sendable>(
    _ body: @escaping @Sendable () throws -> Value
  ) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread { continuation.resume(with: Result { try body() }) }
    }
  }
}

/// A client that is held open, and no longer touched.
final class Held: @unchecked Sendable {
  private let client: RawClient

  init(_ client: RawClient) { self.client = client }
}
