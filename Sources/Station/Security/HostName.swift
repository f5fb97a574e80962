import Foundation

/// The names by which clients call the station.
enum HostName {
  /// The name in a Host header, without the port, in lower case; nil where it is none.
  static func parse(_ host: String) -> String? {
    let host = host.lowercased()
    let name: Substring
    if host.hasPrefix("[") {
      guard let end = host.firstIndex(of: "]") else { return nil }
      name = host[host.index(after: host.startIndex)..<end]
      let rest = host[host.index(after: end)...]
      guard rest.isEmpty || (rest.first == ":" && isPort(rest.dropFirst())) else { return nil }
    } else {
      let parts = host.split(separator: ":", omittingEmptySubsequences: false)
      guard parts.count <= 2, parts.count == 1 || isPort(parts[1]) else { return nil }
      name = parts[0]
    }
    return name.isEmpty ? nil : String(name)
  }

  private static func isPort(_ text: Substring) -> Bool {
    text.count <= 5 && !text.isEmpty && text.allSatisfy { $0.isASCII && $0.isNumber }
  }

  /// Whether `name` is an address, which no name server can turn elsewhere.
  static func isAddress(_ name: String) -> Bool {
    var four = in_addr()
    var six = in6_addr()
    return inet_pton(AF_INET, name, &four) == 1 || inet_pton(AF_INET6, name, &six) == 1
  }

  /// Whether `host` is reached from this machine only.
  static func isLoopback(_ host: String) -> Bool {
    if host.lowercased() == "localhost" || host == "::1" { return true }
    return isAddress(host) && host.hasPrefix("127.")
  }
}

extension StationOptions {
  /// Whether other machines can reach the station.
  public var isReachableFromElsewhere: Bool { !HostName.isLoopback(host) }
}
