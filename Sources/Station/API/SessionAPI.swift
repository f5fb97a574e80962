import Foundation
import HTTPTypes
import Hummingbird

/// Saying the token once, from the page: an event stream can carry a cookie but no other secret.
struct SessionAPI {
  let guards: Guards
  let limits: StationLimits

  var routes: [Route] {
    [
      Route(.post, "/api/session", isOpen: true) { try await begin($0) },
      Route(.delete, "/api/session") { call in
        guards.end(sessionOf: call.request)
        return Response(
          status: .noContent, headers: [.setCookie: cookie("", "; Max-Age=0")])
      },
    ]
  }

  private func begin(_ call: Route.Call) async throws -> Response {
    let body = try await call.body(of: ["application/json"], limits: limits)
    guard case .string(let token)? = try JSONValue.object(body)["token"] else {
      throw Problem(.badRequest, "'token' has to be the token")
    }
    guard guards.isTokenNeeded else { return Response(status: .noContent) }
    let secret = try guards.begin(session: token)
    return Response(status: .noContent, headers: [.setCookie: cookie(secret, "")])
  }

  private func cookie(_ value: String, _ more: String) -> String {
    "\(Guards.cookie)=\(value); Path=/; HttpOnly; SameSite=Strict\(more)"
  }
}
