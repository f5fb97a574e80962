import ArgumentParser

@main
struct Heliograph: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "heliograph", abstract: "Reads Morse code from light.")
}
