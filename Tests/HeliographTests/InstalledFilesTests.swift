import Foundation
import Testing

/// What `make install` puts beside the program: the manual page, and completions in real shells.
@Suite struct InstalledFilesTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func manual() async throws -> String {
    let outcome = try await Program.run(["generate-manual"])
    #expect(outcome.status == 0 && outcome.errors.isEmpty)
    return try folder.file("heliograph.1", outcome.output).path
  }

  @Test(.enabled(if: Tool.exists("man"), "man is not here: apt-get install man-db"))
  func `man renders the manual without a warning, every command and flag in it`() async throws {
    let path = try await manual()
    let page = try await Tool.run(
      "env",
      ["MANWIDTH=80", "LC_ALL=C.UTF-8", "man", "--warnings=w", "--encoding=UTF-8", "-l", path])
    #expect(page.status == 0)
    #expect(page.errors.isEmpty, "\(page.errors)")
    let text = page.output.replacing("\u{2010}", with: "-")
    for command in ["decode", "live", "encode", "devices"] {
      let help = try await Program.run(["help", command])
      #expect(text.contains("   \(command)\n"))
      let flags = help.output.matches(of: /--[a-z][a-z-]+/).map { String($0.output) }
      for flag in Set(flags) where flag != "--help" && flag != "--version" {
        #expect(text.contains(flag), "\(command) \(flag)")
      }
    }
    // Long words of an example may stand out; nothing else does.
    let wide = text.split(separator: "\n").filter { $0.count > 90 }
    #expect(wide.isEmpty, "\(wide)")
  }

  @Test(.enabled(if: Tool.exists("mandoc"), "mandoc is not here: apt-get install mandoc"))
  func `mandoc finds nothing to complain of`() async throws {
    let lint = try await Tool.run("mandoc", ["-T", "lint", "-W", "style", try await manual()])
    // Which other manuals there are is the machine's affair.
    let complaints = lint.output.split(separator: "\n").filter {
      !$0.contains("referenced manual not found") && !$0.contains("mandoc.db")
    }
    #expect(complaints.isEmpty, "\(complaints)")
  }

  /// Types in a shell of its own terminal; a function stands in for the program and prints what it gets.
  private func type(_ keys: String, in shell: String, setUp: String) async throws -> String {
    let script = try await Program.run(["--generate-completion-script", shell])
    #expect(script.status == 0)
    let file = try folder.file(
      shell == "zsh" ? "_heliograph" : "completions.\(shell)", script.output)
    let start = setUp.replacing("FILE", with: file.path).replacing("FOLDER", with: folder.url.path)
    let command = [
      "bash": "bash --norc --noprofile -i", "zsh": "zsh -f -i", "fish": "fish --no-config -i",
    ][shell, default: shell]
    let typed = start + "\n" + keys + "\nexit\n"
    let environment =
      "HOME=\(folder.url.path) TERM=dumb PATH=\(Program.url.deletingLastPathComponent().path):$PATH"
    let session = try await Tool.run(
      "script", ["-qec", "env \(environment) \(command)", "/dev/null"], input: Data(typed.utf8))
    return session.output
  }

  @Test func `bash completes commands, flags and values`() async throws {
    let output = try await type(
      "heliograph dec\t--recu\t --format js\t a.csv", in: "bash",
      setUp: "source FILE; heliograph() { echo \"GOT:$*\"; }")
    #expect(output.contains("GOT:decode --recursive --format jsonl a.csv"), "\(output)")
  }

  @Test(.enabled(if: Tool.exists("zsh"), "zsh is not here: apt-get install zsh"))
  func `zsh completes commands, flags and values`() async throws {
    let output = try await type(
      "heliograph dec\t--recu\t --format js\t a.csv", in: "zsh",
      setUp:
        "fpath=(FOLDER $fpath); autoload -Uz compinit; compinit -u -d FOLDER/dump; heliograph() { echo \"GOT:$*\" }"
    )
    #expect(output.contains("GOT:decode --recursive --format jsonl a.csv"), "\(output)")
  }

  @Test(.enabled(if: Tool.exists("fish"), "fish is not here: apt-get install fish"))
  func `fish completes commands, flags and values`() async throws {
    let script = try await Program.run(["--generate-completion-script", "fish"])
    let file = try folder.file("heliograph.fish", script.output).path
    for (line, offered) in [
      ("heliograph dec", "decode"), ("heliograph decode --rec", "--recursive"),
      ("heliograph decode --format js", "jsonl"),
    ] {
      let outcome = try await Tool.run(
        "fish", ["--no-config", "-c", "source \(file); complete -C '\(line)'"])
      let words = outcome.output.split(separator: "\n").map {
        $0.split(separator: "\t").first ?? ""
      }
      #expect(words.contains { $0 == offered }, "\(outcome.output) \(outcome.errors)")
      #expect(outcome.errors.isEmpty)
    }
  }

  @Test func `help is complete and wraps, the version is told`() async throws {
    for arguments in [
      ["help"], ["--help"], ["help", "decode"], ["encode", "--help"], ["help", "live"],
    ] {
      let outcome = try await Program.run(arguments)
      #expect(outcome.status == 0)
      let wide = outcome.output.split(separator: "\n").filter { $0.count > 80 }
      // A usage line's only word, or an example, may be longer.
      #expect(
        wide.allSatisfy { !$0.dropFirst(26).contains(" ") || $0.contains("heliograph ") }, "\(wide)"
      )
    }
    let version = try await Program.run(["--version"])
    #expect(version.output.hasPrefix("heliograph 0.") && version.status == 0)
  }
}
