/// How a station is reached and what it keeps.
public struct StationOptions: Sendable {
  /// The address that is listened on.
  public var host = "127.0.0.1"
  /// 0: a free one, which `Station.run` tells.
  public var port = 8080
  /// What a client has to know; nil: nothing is asked.
  public var token: String?
  /// Names, beside addresses and the machine's own, by which the station may be called.
  public var hostNames: [String] = []
  /// The SQLite file.
  public var historyPath: String
  /// Messages older than this are removed; nil: none is.
  public var keepDays: Double?
  public var limits = StationLimits()
  public var version = ""

  public init(historyPath: String) {
    self.historyPath = historyPath
  }
}

/// Why a station cannot begin.
public struct StationError: Error, Hashable, Sendable, CustomStringConvertible {
  public enum Code: Hashable, Sendable {
    /// The address is taken, or not this machine's.
    case address
    /// Another service writes this history.
    case historyInUse
  }

  public var code: Code
  /// What is wrong and what to do, for people.
  public var message: String

  public var description: String { message }
}
