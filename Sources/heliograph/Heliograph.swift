import ArgumentParser

/// The command line: arguments in, exit codes out.
@main
struct Heliograph: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "heliograph",
    abstract: "Reads Morse code from light: from a camera, a recorded video or a brightness trace.",
    version: "heliograph \(Version.number)",
    subcommands: [
      DecodeCommand.self, LiveCommand.self, ServeCommand.self, EncodeCommand.self,
      DevicesCommand.self, ManualCommand.self,
    ])

  /// Runs the command that the arguments name. Every fault becomes one line on standard error and
  /// an exit code of sysexits.h.
  static func main() {
    Interruption.ignoreBrokenPipes()
    do {
      var command = try parseAsRoot()
      try command.run()
    } catch let fault as Fault {
      fault.report()
      exit(withError: ExitCode(fault.status.rawValue))
    } catch let code as ExitCode {
      // All that there is to say was said.
      exit(withError: code)
    } catch {
      guard exitCode(for: error) == .validationFailure else { exit(withError: error) }
      let message = message(for: error).split(separator: "\n").first.map(String.init) ?? "bad usage"
      Fault(.usage, "\(message) (see '\(helpCommand)')").report()
      exit(withError: ExitCode(Fault.Status.usage.rawValue))
    }
  }

  /// What tells of the options of the command that was asked for.
  private static var helpCommand: String {
    let names = configuration.subcommands.compactMap { $0.configuration.commandName }
    guard let name = CommandLine.arguments.dropFirst().first(where: names.contains) else {
      return "heliograph --help"
    }
    return "heliograph \(name) --help"
  }
}

enum Version {
  static let number = "0.1.0"
  /// Of the manual page.
  static let date = "November 21, 2026"
}
