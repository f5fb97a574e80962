import Logging

/// What the service has to say goes to standard error, a line each, like all that is not received.
struct ServiceLog: LogHandler {
  var metadata: Logger.Metadata = [:]
  var logLevel = Logger.Level.notice

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    note("\(event.message)")
  }
}
