import ArgumentParser
import Foundation

/// `heliograph generate-manual`: prints the manual page; `make install` puts it in its place.
struct ManualCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "generate-manual", abstract: "Prints the manual page, for man(1).",
    shouldDisplay: false)

  func run() throws {
    let description = try JSONDecoder().decode(
      ToolDescription.self, from: Data(Heliograph._dumpHelp().utf8))
    try StandardOutput().write(ManualPage(tool: description.command).text)
  }
}
