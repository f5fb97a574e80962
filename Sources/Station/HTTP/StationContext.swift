import Hummingbird
import NIOCore

/// What is known of the connection that a request came on.
struct StationContext: RequestContext {
  var coreContext: CoreRequestContextStorage
  let channel: any Channel

  init(source: ApplicationRequestContextSource) {
    coreContext = CoreRequestContextStorage(source: source)
    channel = source.channel
  }

  /// The client's address without its port.
  var client: String { channel.remoteAddress?.ipAddress ?? "local" }
}
