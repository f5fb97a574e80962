/// The cameras that are plugged in.
public enum CameraList {
  /// All of them, by the number of their node. Nodes that are no cameras (metadata, codecs,
  /// tuners' text) are left out.
  public static func find() -> [CameraDescription] {
    nodes().compactMap { describe($0) }
  }

  /// The node of the first camera that can be opened.
  static func firstPath() throws(CameraError) -> String {
    var problem: CameraError?
    for path in nodes() {
      do throws(VideoDevice.Failure) {
        if try VideoDevice(path: path).capability().isCamera { return path }
      } catch {
        problem = problem ?? CameraError(error, path: path)
      }
    }
    throw problem
      ?? CameraError(
        code: .noDevice, path: "/dev/video0",
        message: "there is no camera (plugged in, and known to the system?)")
  }

  /// "/dev/video0" and so on, in the order of their numbers.
  static func nodes() -> [String] {
    Directory.entries("/dev").compactMap { name in
      name.hasPrefix("video") ? Int(name.dropFirst(5)) : nil
    }.sorted().map { "/dev/video\($0)" }
  }

  /// The links to a node in /dev/v4l/by-id.
  static func links(to path: String) -> [String] {
    let node = NodeAccess.resolved(path)
    return Directory.entries("/dev/v4l/by-id").sorted().map { "/dev/v4l/by-id/\($0)" }
      .filter { node != nil && NodeAccess.resolved($0) == node }
  }

  /// nil for a node that is no camera.
  private static func describe(_ path: String) -> CameraDescription? {
    let number = path.dropFirst("/dev/".count)
    var description = CameraDescription(
      name: Directory.firstLine(of: "/sys/class/video4linux/\(number)/name") ?? "unknown camera",
      path: path, byIDPath: links(to: path).first, driver: "", bus: "", modes: [], problem: nil)
    do throws(VideoDevice.Failure) {
      let device = try VideoDevice(path: path)
      let capability = try device.capability()
      guard capability.isCamera else { return nil }
      description.name = capability.card
      description.driver = capability.driver
      description.bus = capability.bus
      description.modes = device.modes()
    } catch {
      let problem = CameraError(error, path: path)
      // What V4L2 refuses to open as a camera is none.
      if problem.code == .noDevice || problem.code == .inputOutput { return nil }
      description.problem = problem
    }
    return description
  }
}
