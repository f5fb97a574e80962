import Foundation
import HTTPTypes
import Hummingbird

/// A path that is answered, and how. Parts in braces match any one part.
struct Route: Sendable {
  typealias Handler = @Sendable (Call) async throws -> Response

  /// A request with what its path said.
  struct Call: Sendable {
    var request: Request
    var context: StationContext
    var parameters: [String: String]

    /// A part of the path.
    subscript(_ name: String) -> String { parameters[name] ?? "" }
  }

  let method: HTTPRequest.Method
  let path: String
  /// Whether it is answered to clients that have not said who they are.
  let isOpen: Bool
  let handler: Handler
  private let parts: [Substring]

  init(
    _ method: HTTPRequest.Method, _ path: String, isOpen: Bool = false,
    handler: @escaping Handler
  ) {
    self.method = method
    self.path = path
    self.isOpen = isOpen
    self.handler = handler
    parts = path.split(separator: "/")
  }

  /// What the parts in braces are in `path`; nil where it is another path.
  func match(_ path: String) -> [String: String]? {
    let given = path.split(separator: "/")
    guard given.count == parts.count else { return nil }
    var parameters: [String: String] = [:]
    for (part, value) in zip(parts, given) {
      if part.hasPrefix("{") {
        guard let text = String(value).removingPercentEncoding else { return nil }
        parameters[String(part.dropFirst().dropLast())] = text
      } else if part != value {
        return nil
      }
    }
    return parameters
  }
}

/// Finds the route of a request; says 404 and 405.
struct RouteTable: Sendable {
  let routes: [Route]

  func route(of request: Request) throws(Problem) -> (Route, [String: String]) {
    let path = request.uri.path
    let matches = routes.compactMap { route in route.match(path).map { (route, $0) } }
    guard !matches.isEmpty else { throw Problem(.notFound, "\(path): there is nothing here") }
    let method = request.method == .head ? .get : request.method
    if let match = matches.first(where: { $0.0.method == method }) { return match }
    var methods = matches.map { $0.0.method.rawValue }
    if methods.contains("GET") { methods.append("HEAD") }
    let allowed = methods.sorted().joined(separator: ", ")
    throw Problem(
      .methodNotAllowed, "\(path) takes \(allowed), not \(request.method.rawValue)",
      headers: [.allow: allowed])
  }
}
