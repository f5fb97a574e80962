/// The manual page heliograph(1), made from what the commands say of themselves.
struct ManualPage {
  let tool: CommandDescription

  var text: String {
    var page = """
      .\\" Made by 'heliograph generate-manual'.
      .Dd \(Version.date)
      .Dt HELIOGRAPH 1
      .Os
      .Sh NAME
      .Nm heliograph
      .Nd read Morse code from light

      """
    page += ".Sh SYNOPSIS\n"
    for command in commands {
      page += ".Nm\n.Cm \(command.commandName)\n.Op Ar option ...\n"
      for argument in command.shownArguments where argument.kind == "positional" {
        let name = ManualText.argument(argument.valueName ?? "argument")
        let more = argument.isRepeating == true ? " ..." : ""
        page += argument.isOptional == true ? ".Op Ar \(name)\(more)\n" : ".Ar \(name)\(more)\n"
      }
    }
    page += ".Nm\n.Fl \\-help | \\-version\n"
    page += ".Sh DESCRIPTION\n.Nm\n" + ManualFixedText.description
    page += ".Sh COMMANDS\n"
    for command in commands { page += section(command) }
    return page + ManualFixedText.rest
  }

  private var commands: [CommandDescription] {
    tool.shownSubcommands.filter { $0.commandName != "help" }
  }

  private func section(_ command: CommandDescription) -> String {
    var text = ".Ss \(command.commandName)\n"
    text += ManualText.paragraph(command.abstract ?? "")
    if let discussion = command.discussion {
      text += ".Pp\n" + ManualText.discussion(discussion)
    }
    let arguments = command.shownArguments.filter { !isOfAll($0) }
    // The flags without a title first, as the help has them.
    var titles: [String?] = [nil]
    for argument in arguments where !titles.contains(argument.sectionTitle) {
      titles.append(argument.sectionTitle)
    }
    for title in titles {
      let own = arguments.filter { $0.sectionTitle == title }
      guard !own.isEmpty else { continue }
      if let title { text += ".Pp\n.Em \(ManualText.escaped(title)) :\n" }
      text += ".Bl -tag -width Ds\n" + own.map(item).joined() + ".El\n"
    }
    return text
  }

  /// Every command has these.
  private func isOfAll(_ argument: ArgumentDescription) -> Bool {
    (argument.names ?? []).contains { $0.name == "help" || $0.name == "version" }
  }

  private func item(_ argument: ArgumentDescription) -> String {
    let value = argument.valueName.map { ManualText.argument($0) } ?? "value"
    var head = ".It "
    if argument.kind == "positional" {
      head += "Ar \(value)"
    } else {
      let names = (argument.names ?? []).sorted { $0.isShort && !$1.isShort }.map { name in
        "Fl " + (name.isShort ? name.name : "\\-" + ManualText.escaped(name.name))
      }
      head += names.joined(separator: " , ")
      if argument.kind == "option" { head += " Ar \(value)" }
    }
    var body = ManualText.paragraph(argument.abstract ?? "")
    if let value = argument.defaultValue, argument.kind == "option", !value.isEmpty {
      body += "Default:\n.Li \(ManualText.argument(value)) .\n"
    }
    return head + "\n" + body
  }
}
