import Foundation
import HTTPTypes
import Hummingbird
import Synchronization

/// What is asked of every request before it is answered.
final class Guards: Sendable {
  private let names: Set<String>
  private let token: String?
  private let sessions = Sessions()
  private let rates: RateLimit
  private let limits: StationLimits

  /// The cookie of a browser that has said the token.
  static let cookie = "heliograph-session"

  init(options: StationOptions, clock: @escaping @Sendable () -> Double) {
    let own = ProcessInfo.processInfo.hostName.lowercased()
    names = Set(
      ["localhost", own, own + ".local", options.host.lowercased()]
        + options.hostNames.map { $0.lowercased() })
    token = options.token
    limits = options.limits
    rates = RateLimit(
      perSecond: options.limits.requestsPerSecond, atOnce: options.limits.requestsAtOnce,
      clock: clock)
  }

  var isTokenNeeded: Bool { token != nil }

  func checkRate(of client: String) throws(Problem) {
    guard let wait = rates.take(client) else { return }
    throw Problem(
      .tooManyRequests, "too many requests; wait \(wait) s",
      headers: [.retryAfter: String(wait)])
  }

  /// A page of a stranger's can give its own name this machine's address (DNS rebinding) and so make
  /// a browser talk to the station as if it were the page's own: such requests carry that name.
  func checkHead(of request: Request) throws(Problem) {
    let size = request.headers.reduce(0) { $0 + $1.name.rawName.utf8.count + $1.value.utf8.count }
    guard size + (request.head.path ?? "").utf8.count <= limits.headerBytes else {
      throw Problem(
        .requestHeaderFieldsTooLarge, "the request's head is too large", closes: true)
    }
    // The first Host field is the authority; a second one stays among the fields.
    guard let host = request.head.authority, let name = HostName.parse(host),
      HTTPField.Name("Host").flatMap({ request.headers[$0] }) == nil
    else {
      throw Problem(.badRequest, "a request has to name the one host it is for", closes: true)
    }
    guard HostName.isAddress(name) || names.contains(name) else {
      throw Problem(
        HTTPResponse.Status(code: 421, reasonPhrase: "Misdirected Request"),
        "this station is not called '\(name)'; start it with --host-name if it is", closes: true)
    }
  }

  /// A page of a stranger's must neither change anything nor read.
  func checkOrigin(of request: Request) throws(Problem) {
    let isRead = request.method == .get || request.method == .head
    if let name = HTTPField.Name("Sec-Fetch-Site"), let site = request.headers[name],
      site == "cross-site" || site == "same-site", !isRead || isOfAPI(request)
    {
      throw Problem(.forbidden, "pages of other sites may not ask this")
    }
    guard !isRead, let origin = request.headers[.origin] else { return }
    let parts = origin.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0] == "http:" || parts[0] == "https:",
      parts[2].lowercased() == request.head.authority?.lowercased()
    else { throw Problem(.forbidden, "pages of other sites may not change anything") }
  }

  private func isOfAPI(_ request: Request) -> Bool {
    request.uri.path.hasPrefix("/api/")
  }

  func checkToken(of request: Request) throws(Problem) {
    guard let token else { return }
    if let given = request.headers[.authorization] {
      let parts = given.split(separator: " ", maxSplits: 1)
      if parts.count == 2, parts[0].lowercased() == "bearer",
        Secret.isSame(String(parts[1]), token)
      {
        return
      }
    }
    if let session = request.cookies[Self.cookie]?.value, sessions.isKnown(session) { return }
    throw Problem(
      .unauthorized, "this station asks for its token",
      headers: [.wwwAuthenticate: "Bearer realm=\"heliograph\""])
  }

  /// A new session's secret, if `given` is the token.
  func begin(session given: String) throws(Problem) -> String {
    guard let token, Secret.isSame(given, token) else {
      throw Problem(.forbidden, "that is not the token")
    }
    return sessions.begin()
  }

  func end(sessionOf request: Request) {
    if let session = request.cookies[Self.cookie]?.value { sessions.end(session) }
  }
}
