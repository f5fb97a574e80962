import Camera
import Foundation
import Sidetone

/// The list of devices, for people and for programs.
struct DeviceReport {
  static let noCamera = "no camera found"
  static let noSound = "no sound output found"

  var cameras: [CameraDescription]
  var sounds: [SoundOutput]

  /// Lines for people.
  var text: [String] {
    var lines: [String] = []
    if cameras.isEmpty { lines.append(DeviceReport.noCamera) }
    for camera in cameras {
      lines.append("camera \(camera.path): \(camera.name)")
      if let link = camera.byIDPath { lines.append("  \(link)") }
      if let problem = camera.problem { lines.append("  \(problem.message)") }
      for (format, modes) in DeviceReport.byFormat(camera.modes) {
        let name = modes.first?.formatName ?? ""
        let isReadable = modes.first?.isReadable ?? false
        lines.append(
          "  \(format)\(name.isEmpty ? "" : " (\(name))")\(isReadable ? "" : ", not read itself")")
        for mode in modes {
          let rates = mode.rates.map(\.description)
            .joined(separator: mode.isRateContinuous ? " to " : ", ")
          lines.append(
            "    \(mode.width)x\(mode.height)"
              + (rates.isEmpty ? "" : " at \(rates) frames a second"))
        }
      }
    }
    if sounds.isEmpty { lines.append(DeviceReport.noSound) }
    for sound in sounds { lines.append("sound \(sound.name): \(sound.label)") }
    return lines
  }

  /// In the driver's order.
  private static func byFormat(_ modes: [CameraMode]) -> [(FourCC, [CameraMode])] {
    var order: [FourCC] = []
    for mode in modes where !order.contains(mode.format) { order.append(mode.format) }
    return order.map { format in (format, modes.filter { $0.format == format }) }
  }

  /// One object a line.
  func json() throws -> [String] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let objects: [any Encodable] = cameras.map(CameraObject.init) + sounds.map(SoundObject.init)
    return try objects.map { String(decoding: try encoder.encode($0), as: UTF8.self) }
  }

  private struct CameraObject: Encodable {
    struct Mode: Encodable {
      var format: String
      var description: String
      var width: Int
      var height: Int
      var rates: [Double]
      var readable: Bool
    }

    var type = "camera"
    var path: String
    var name: String
    var link: String?
    var driver: String
    var bus: String
    var problem: String?
    var modes: [Mode]

    init(_ camera: CameraDescription) {
      path = camera.path
      name = camera.name
      link = camera.byIDPath
      driver = camera.driver
      bus = camera.bus
      problem = camera.problem?.message
      modes = camera.modes.map {
        Mode(
          format: $0.format.description, description: $0.formatName, width: $0.width,
          height: $0.height, rates: $0.rates.map(\.perSecond), readable: $0.isReadable)
      }
    }
  }

  private struct SoundObject: Encodable {
    var type = "sound"
    var name: String
    var label: String

    init(_ sound: SoundOutput) {
      name = sound.name
      label = sound.label
    }
  }
}
