/// What the argument parser says of the commands (its tool info, serialisation version 0): as much of it
/// as the manual needs.
struct ToolDescription: Decodable {
  let command: CommandDescription
}

struct CommandDescription: Decodable {
  let commandName: String
  let abstract: String?
  let discussion: String?
  let shouldDisplay: Bool?
  let subcommands: [CommandDescription]?
  let arguments: [ArgumentDescription]?

  /// Those that users are shown.
  var shownSubcommands: [CommandDescription] {
    (subcommands ?? []).filter { $0.shouldDisplay != false }
  }

  var shownArguments: [ArgumentDescription] {
    (arguments ?? []).filter { $0.shouldDisplay != false }
  }
}

struct ArgumentDescription: Decodable {
  struct Name: Decodable {
    let kind: String
    let name: String

    var isShort: Bool { kind == "short" }
  }

  let kind: String
  let names: [Name]?
  let valueName: String?
  let abstract: String?
  let sectionTitle: String?
  let defaultValue: String?
  let shouldDisplay: Bool?
  let isOptional: Bool?
  let isRepeating: Bool?
}
