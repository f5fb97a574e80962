/// What a CSV trace holds, told by its header.
public enum TraceKind: String, Hashable, Sendable {
  /// `time,luma`: seconds and any linear unit of brightness.
  case luma = "time,luma"
  /// `time,state`: seconds, and 1 where the light is on from here, 0 where it is off from here.
  case state = "time,state"
}

/// One row of a trace.
public struct TraceRow: Hashable, Sendable {
  /// Seconds.
  public var time: Double
  /// Brightness, or 1 and 0.
  public var value: Double
}

/// A row that cannot be understood.
public struct TraceError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Counted from 1, the header being line 1.
  public var line: Int
  /// What is wrong and what to do, for people.
  public var message: String

  public var description: String { "line \(line): \(message)" }
}
