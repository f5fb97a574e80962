import Foundation
import Station

/// Where the token comes from, and whether there has to be one.
enum AccessToken {
  static let variable = "HELIOGRAPH_TOKEN"
  /// Characters: 16 of the usual 64 are 96 bits, which nobody guesses.
  private static let shortest = 16

  /// The token; nil where none is asked for.
  static func read(file: String?) throws(Fault) -> String? {
    if let file {
      guard let text = try? String(contentsOfFile: file, encoding: .utf8) else {
        throw Fault(opening: file, errno: errno == 0 ? ENOENT : errno)
      }
      let line = text.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
      return try checked(line.trimmingCharacters(in: .whitespaces), from: file)
    }
    guard let text = ProcessInfo.processInfo.environment[variable] else { return nil }
    return try checked(text, from: variable)
  }

  private static func checked(_ token: String, from source: String) throws(Fault) -> String {
    guard token.utf8.count >= shortest, token.utf8.allSatisfy({ (33...126).contains($0) }) else {
      throw Fault(
        .usage,
        "\(source): a token has at least \(shortest) letters, digits or signs and no spaces; "
          + "make one with 'openssl rand -hex 16'")
    }
    return token
  }

  /// Refuses to let other machines in without a token, unless that is asked for.
  static func check(_ options: StationOptions, isInsecure: Bool) throws(Fault) {
    guard options.isReachableFromElsewhere, options.token == nil else { return }
    guard isInsecure else {
      throw Fault(
        .usage,
        "--host \(options.host) lets other machines in: give --token-file (or \(variable)), "
          + "or --insecure to let in everybody")
    }
    note(
      "WARNING: everybody who reaches \(options.host) can watch, read the history and change "
        + "settings, for --insecure is given")
  }
}
