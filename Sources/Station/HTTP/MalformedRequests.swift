import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPTypes

/// Says what is wrong with what is no HTTP, as with every other request: the server answers such a one
/// with an empty 400 before anything of ours has seen it.
final class MalformedRequests: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  private var fault: HTTPParserError?

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    fault = error as? HTTPParserError ?? fault
    context.fireErrorCaught(error)
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    guard let fault, case .head(let head) = unwrapOutboundIn(data), head.status == .badRequest,
      head.headerFields[.contentLength] == "0"
    else { return context.write(data, promise: promise) }
    let problem = Self.problem(fault)
    let bytes = problem.bytes
    var answer = HTTPResponse(status: problem.status)
    answer.headerFields = [
      .connection: "close", .contentType: Problem.type, .contentLength: "\(bytes.count)",
    ]
    SecurityHeaders.add(to: &answer.headerFields)
    context.write(wrapOutboundOut(.head(answer)), promise: nil)
    context.write(wrapOutboundOut(.body(ByteBuffer(bytes: bytes))), promise: promise)
  }

  private static func problem(_ fault: HTTPParserError) -> Problem {
    switch fault {
    case .headerOverflow:
      Problem(.requestHeaderFieldsTooLarge, "the request's head is too large")
    case .invalidVersion:
      Problem(.httpVersionNotSupported, "this is HTTP/1.1")
    default: Problem(.badRequest, "this is no HTTP request: \(fault)")
    }
  }
}
