import Photometry
import Receiver
import Scene

extension Scene {
  /// The texts that are read of it as a recording, without settings.
  func textsRead() -> [String] {
    var receiver = RecordedReceiver(options: ReceiverOptions())
    for picture in pictures() {
      picture.withFrame { frame in receiver.consume(frame) }
    }
    return receiver.finish().compactMap {
      if case .message(_, let message) = $0 { message.text } else { nil }
    }
  }

  /// The texts that are read of it as it comes.
  func textsReadLive() -> [String] {
    var receiver = LiveReceiver(options: ReceiverOptions())
    var received: [Received] = []
    for picture in pictures() {
      received += picture.withFrame { frame in receiver.consume(frame) }
    }
    received += receiver.finish()
    return received.compactMap {
      if case .message(_, let message) = $0 { message.text } else { nil }
    }
  }
}
