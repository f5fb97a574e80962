import ArgumentParser
import Camera
import Foundation
import Sidetone

/// `heliograph devices`: what could be looked through, and where sound could go.
struct DevicesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "devices",
    abstract: "Lists cameras with their formats, sizes and rates, and sound outputs.")

  @Option(help: "text, or jsonl: one object a line, of type camera or sound.")
  var format: ReportFormat = .text

  func run() throws {
    let report = DeviceReport(cameras: CameraList.find(), sounds: SoundOutputList.find())
    let lines =
      switch format {
      case .text: report.text
      case .jsonl: try report.json()
      }
    try StandardOutput().write(lines.map { $0 + "\n" }.joined())
    guard format == .jsonl else { return }
    // In text they are said on standard output; here it holds objects only.
    if report.cameras.isEmpty { note(DeviceReport.noCamera) }
    if report.sounds.isEmpty { note(DeviceReport.noSound) }
  }
}

/// How the report is written.
enum ReportFormat: String, CaseIterable, ExpressibleByArgument {
  case text
  case jsonl
}
