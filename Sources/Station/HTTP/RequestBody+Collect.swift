import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

extension Route.Call {
  /// The whole body, if it is of one of `types`, not too large, and comes in time.
  func body(of types: [String], limits: StationLimits) async throws -> [UInt8] {
    let declared = request.headers[.contentType] ?? ""
    let type = declared.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces).lowercased()
    guard types.contains(type) else {
      throw Problem(
        .unsupportedMediaType,
        "this takes \(types.joined(separator: " or ")), not '\(declared)'",
        headers: [.accept: types.joined(separator: ", ")], closes: true)
    }
    let tooLarge = Problem(
      .contentTooLarge, "a body may have at most \(limits.bodyBytes) bytes; send it in parts",
      closes: true)
    if let length = request.headers[.contentLength].flatMap({ Int($0) }), length > limits.bodyBytes
    {
      throw tooLarge
    }
    let channel = context.channel
    // A body that trickles in for ever would hold the connection for ever.
    let deadline = channel.eventLoop.scheduleTask(
      in: .milliseconds(Int64(limits.bodySeconds * 1000))
    ) { channel.close(promise: nil) }
    defer { deadline.cancel() }
    var bytes: [UInt8] = []
    do {
      for try await buffer in request.body {
        guard bytes.count + buffer.readableBytes <= limits.bodyBytes else { throw tooLarge }
        bytes.append(contentsOf: buffer.readableBytesView)
      }
    } catch let problem as Problem {
      throw problem
    } catch {
      // The client went away, or what it sends is no HTTP: nothing that is wrong here.
      throw Problem(.badRequest, "the body ended early or is malformed", closes: true)
    }
    return bytes
  }
}
