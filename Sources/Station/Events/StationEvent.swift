import NIOCore

/// Something that happened, as it is sent to everybody who watches.
struct StationEvent: Sendable {
  /// What it is about; `Docs/openapi.yaml` says what each carries.
  enum Kind: String, Sendable {
    case hello, station, settings, lamps, level, light, character, message, notice
  }

  /// Counted from 1 since the service began.
  var number: UInt64
  var kind: Kind
  /// The event as it goes over the wire, shared by all who get it.
  var wire: ByteBuffer

  /// `id`: nil for what is not to be resumed from.
  init(number: UInt64, kind: Kind, id: String?, json: [UInt8]) {
    self.number = number
    self.kind = kind
    var buffer = ByteBuffer()
    if let id { buffer.writeString("id: \(id)\n") }
    buffer.writeString("event: \(kind.rawValue)\ndata: ")
    buffer.writeBytes(json)
    buffer.writeString("\n\n")
    wire = buffer
  }

  /// What keeps a silent stream alive.
  init(comment: String) {
    number = 0
    kind = .notice
    wire = ByteBuffer(string: ": \(comment)\n\n")
  }
}
