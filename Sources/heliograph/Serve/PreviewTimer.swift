import Photometry
import Receiver
import Station

/// Shows a picture a few times a second, while somebody looks.
struct PreviewTimer {
  let channel: StationChannel
  private let encoder = PreviewEncoder()
  private var last = -Double.infinity

  /// Seconds between pictures: enough to aim by.
  private static let interval = 0.2

  init(channel: StationChannel) {
    self.channel = channel
  }

  mutating func show(_ frame: borrowing Frame, _ orientation: Orientation) {
    guard frame.time - last >= Self.interval || frame.time < last, channel.isPreviewWanted,
      let encoder, let picture = PreviewPicture(frame, quarterTurns: orientation.quarterTurns),
      let jpeg = encoder.encode(picture)
    else { return }
    last = frame.time
    channel.show(jpeg)
  }
}
