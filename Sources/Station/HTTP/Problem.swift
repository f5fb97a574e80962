import HTTPTypes
import Hummingbird

/// What is wrong with a request, as RFC 9457 tells it.
struct Problem: Error, Sendable {
  var status: HTTPResponse.Status
  /// What is wrong and what to do, for people.
  var detail: String
  var headers: HTTPFields = [:]
  /// Whether what follows on the connection cannot be trusted, or is not wanted.
  var closes = false

  init(
    _ status: HTTPResponse.Status, _ detail: String, headers: HTTPFields = [:],
    closes: Bool = false
  ) {
    self.status = status
    self.detail = PlainText.harmless(detail)
    self.headers = headers
    self.closes = closes
  }

  private struct Document: Encodable {
    var type = "about:blank"
    var title: String
    var status: Int
    var detail: String
  }

  var response: Response {
    var response = Response(bytes: bytes, type: Self.type, status: status)
    for field in headers { response.headers[field.name] = field.value }
    if closes { response.headers[.connection] = "close" }
    return response
  }

  static let type = "application/problem+json"

  var bytes: [UInt8] {
    JSONText.bytes(Document(title: status.reasonPhrase, status: status.code, detail: detail))
  }
}

extension Response {
  init(json value: some Encodable, status: HTTPResponse.Status = .ok) {
    self.init(
      bytes: JSONText.bytes(value), type: "application/json; charset=utf-8", status: status)
  }

  init(bytes: [UInt8], type: String, status: HTTPResponse.Status = .ok) {
    self.init(
      status: status, headers: [.contentType: type],
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
  }
}
