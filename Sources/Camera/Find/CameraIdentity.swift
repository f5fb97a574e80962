/// By what a camera is known again when it was unplugged and is back, perhaps as another node.
public struct CameraIdentity: Hashable, Sendable {
  /// As the camera was opened.
  public let path: String
  /// The camera's name and where it was plugged in.
  public let name: String
  public let bus: String
  /// Its links in /dev/v4l/by-id, which hold its serial number.
  public let links: [String]

  init(path: String, capability: Capability) {
    self.path = path
    name = capability.card
    bus = capability.bus
    links = CameraList.links(to: path)
  }

  /// The node where the camera is now; nil while it is away.
  ///
  /// A link that it had, or a path that is more than a number, is certain. Else it is the camera
  /// with its name in its place, or the only one with its name.
  public func find() -> String? {
    let certain = (path.hasPrefix("/dev/video") ? [] : [path]) + links
    guard certain.isEmpty else { return certain.first { opened($0) != nil } }
    let sameName = CameraList.nodes().filter { opened($0)?.card == name }
    return sameName.first { opened($0)?.bus == bus } ?? (sameName.count == 1 ? sameName[0] : nil)
  }

  /// Waits until the camera is back; nil when interrupted.
  public func waitForReturn(interruption: CameraInterruption) -> String? {
    while true {
      if let path = find() { return path }
      // Four looks a second cost next to nothing, and need no help of the system's.
      if interruption.wait(seconds: 0.25) { return nil }
    }
  }

  private func opened(_ path: String) -> Capability? {
    guard NodeAccess.resolved(path) != nil, let device = try? VideoDevice(path: path),
      let capability = try? device.capability(), capability.isCamera
    else { return nil }
    return capability
  }
}
