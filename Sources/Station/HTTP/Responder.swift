import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore

/// Answers every request: the rules of `Security` first, then its route; every fault as a problem.
struct Responder: HTTPResponder {
  let guards: Guards
  let table: RouteTable
  let logger: Logger

  func respond(to request: Request, context: StationContext) async throws -> Response {
    var response: Response
    do {
      response = try await answer(request, context)
    } catch let problem as Problem {
      response = problem.response
      if problem.closes { close(context.channel) }
    } catch is CancellationError {
      response = Problem(.serviceUnavailable, "the service ends").response
    } catch {
      logger.error("request failed: \(PlainText.harmless("\(error)"))")
      response = Problem(.internalServerError, "something went wrong here; see the log").response
    }
    if request.method == .head {
      let length = response.body.contentLength
      response.body = ResponseBody()
      response.headers[.contentLength] = length.map { String($0) }
    }
    SecurityHeaders.add(to: &response.headers)
    return response
  }

  private func answer(_ request: Request, _ context: StationContext) async throws -> Response {
    try guards.checkRate(of: context.client)
    try guards.checkHead(of: request)
    let (route, parameters) = try table.route(of: request)
    try guards.checkOrigin(of: request)
    if !route.isOpen { try guards.checkToken(of: request) }
    return try await route.handler(
      Route.Call(request: request, context: context, parameters: parameters))
  }

  /// Closes once the answer has had time to leave: what else the client sends is not wanted.
  private func close(_ channel: any Channel) {
    _ = channel.eventLoop.scheduleTask(in: .seconds(1)) { channel.close(promise: nil) }
  }
}
