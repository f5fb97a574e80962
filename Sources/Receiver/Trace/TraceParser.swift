/// Reads a CSV trace. Stateful, and fed with chunks cut anywhere.
///
/// A byte order mark, carriage returns, spaces around values and empty lines are passed over.
public struct TraceParser: Sendable {
  /// What a portion of bytes gave: the rows before the fault, and the fault if there was one.
  public struct Portion: Sendable {
    public var rows: [TraceRow] = []
    public var fault: TraceError?
  }

  /// Known once the header has been read.
  public private(set) var kind: TraceKind?

  private var line: [UInt8] = []
  private var lineNumber = 0
  private var lastTime = -Double.infinity
  private var isFaulty = false

  /// Two numbers never need more; a longer line is no trace, and memory is not taken for it.
  private static let longestLine = 1024

  public init() {}

  /// Whether `bytes`, the beginning of an input, is a trace's header.
  public static func isHeader(_ bytes: some Collection<UInt8>) -> Bool {
    kind(of: Array(bytes.prefix(longestLine).prefix { $0 != Ascii.newline })) != nil
  }

  /// Takes the next bytes. After a fault nothing more is read.
  public mutating func consume(_ bytes: some Sequence<UInt8>) -> Portion {
    var portion = Portion()
    for byte in bytes where !isFaulty {
      if byte == Ascii.newline {
        endLine(&portion)
      } else if line.count < Self.longestLine {
        line.append(byte)
      } else {
        fail(&portion, at: lineNumber + 1, "longer than any row of a trace; is this a trace?")
      }
    }
    return portion
  }

  /// Takes the last line, where no newline ended it.
  public mutating func finish() -> Portion {
    var portion = Portion()
    if !line.isEmpty, !isFaulty { endLine(&portion) }
    return portion
  }

  private mutating func endLine(_ portion: inout Portion) {
    defer { line.removeAll(keepingCapacity: true) }
    lineNumber += 1
    guard let kind else {
      self.kind = Self.kind(of: line)
      if self.kind == nil {
        fail(&portion, at: lineNumber, "the header must be time,luma or time,state")
      }
      return
    }
    let fields = Self.trimmed(line[...]).split(
      separator: Ascii.comma, omittingEmptySubsequences: false)
    if fields.count == 1, fields[0].isEmpty { return }
    guard fields.count == 2, let time = Self.number(fields[0]), let value = Self.number(fields[1])
    else {
      return fail(
        &portion, at: lineNumber,
        "\(Self.quoted(line)) is not two numbers (\(kind.rawValue)); mend or remove the row")
    }
    guard time >= lastTime else {
      return fail(
        &portion, at: lineNumber, "the time goes back from \(lastTime) to \(time); sort the rows")
    }
    guard kind == .luma || value == 0 || value == 1 else {
      return fail(
        &portion, at: lineNumber,
        "the state \(value) is neither 1 (on from here) nor 0 (off); is the header time,luma meant?"
      )
    }
    lastTime = time
    portion.rows.append(TraceRow(time: time, value: value))
  }

  private mutating func fail(_ portion: inout Portion, at line: Int, _ message: String) {
    isFaulty = true
    portion.fault = TraceError(line: line, message: message)
  }

  private static func kind(of line: [UInt8]) -> TraceKind? {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let bytes = line.starts(with: mark) ? line.dropFirst(mark.count) : line[...]
    let text = String(decoding: bytes, as: UTF8.self).lowercased().filter { !$0.isWhitespace }
    return TraceKind(rawValue: text)
  }

  private static func number(_ field: ArraySlice<UInt8>) -> Double? {
    let digits = trimmed(field)
    // For `Double` a NUL is the text's end.
    guard !digits.contains(0), let number = Double(String(decoding: digits, as: UTF8.self)),
      number.isFinite
    else { return nil }
    return number
  }

  private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let start = bytes.drop { Ascii.isBlank($0) }
    guard let last = start.lastIndex(where: { !Ascii.isBlank($0) }) else { return [] }
    return start[...last]
  }

  /// The line's beginning, fit to be printed on a terminal.
  private static func quoted(_ line: [UInt8]) -> String {
    let text = String(decoding: trimmed(line[...]).prefix(40), as: UTF8.self)
    return "'" + String(text.unicodeScalars.filter { $0.value >= 32 && $0.value != 127 }) + "'"
  }
}

private enum Ascii {
  static let newline = UInt8(ascii: "\n")
  static let comma = UInt8(ascii: ",")

  static func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r")
  }
}
