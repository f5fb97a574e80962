import HTTPTypes
import Hummingbird

/// What every answer tells the browser not to do.
enum SecurityHeaders {
  private static let fields: [(String, String)] = [
    (
      "Content-Security-Policy",
      """
      default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; \
      connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; \
      frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'
      """
    ),
    ("X-Content-Type-Options", "nosniff"),
    ("X-Frame-Options", "DENY"),
    ("Referrer-Policy", "no-referrer"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Permissions-Policy", "camera=(), microphone=(), geolocation=()"),
  ]

  static func add(to headers: inout HTTPFields) {
    for (name, value) in fields {
      if let name = HTTPField.Name(name) { headers[name] = value }
    }
    if headers[.cacheControl] == nil { headers[.cacheControl] = "no-store" }
  }
}
