/// Builds an SVG document, element by element.
struct SVGText: Sendable {
  private(set) var text = ""

  /// Where a line of text is anchored.
  enum Anchor: String {
    case start, middle, end
  }

  mutating func raw(_ markup: String) { text += markup + "\n" }

  mutating func rectangle(
    x: Double, y: Double, width: Double, height: Double, kind: String, round: Double = 0
  ) {
    let corner = round > 0 ? #" rx="\#(Self.number(round))""# : ""
    raw(
      #"<rect class="\#(kind)" x="\#(Self.number(x))" y="\#(Self.number(y))" width="\#(Self.number(width))" height="\#(Self.number(height))"\#(corner)/>"#
    )
  }

  mutating func line(x1: Double, y1: Double, x2: Double, y2: Double, kind: String) {
    raw(
      #"<path class="\#(kind)" d="M\#(Self.number(x1)) \#(Self.number(y1))L\#(Self.number(x2)) \#(Self.number(y2))"/>"#
    )
  }

  /// A line through points; nothing where there are fewer than two.
  mutating func path(_ points: [(x: Double, y: Double)], kind: String) {
    guard points.count > 1, let first = points.first else { return }
    var data = "M\(Self.number(first.x)) \(Self.number(first.y))L"
    data += points.dropFirst().map { "\(Self.number($0.x)) \(Self.number($0.y))" }
      .joined(separator: " ")
    raw(#"<path class="\#(kind)" d="\#(data)"/>"#)
  }

  /// `title`: what is shown where the pointer rests on it.
  mutating func label(
    _ string: String, x: Double, y: Double, kind: String, anchor: Anchor = .start,
    size: Double? = nil, title: String? = nil
  ) {
    let position = #"x="\#(Self.number(x))" y="\#(Self.number(y))""#
    let place = anchor == .start ? "" : #" text-anchor="\#(anchor.rawValue)""#
    let font = size.map { #" font-size="\#(Self.number($0))""# } ?? ""
    let hint = title.map { "<title>\(Self.escaped($0))</title>" } ?? ""
    raw(
      #"<text class="\#(kind)" \#(position)\#(place)\#(font)>\#(Self.escaped(string))\#(hint)</text>"#
    )
  }

  mutating func circle(x: Double, y: Double, radius: Double, kind: String) {
    raw(
      #"<circle class="\#(kind)" cx="\#(Self.number(x))" cy="\#(Self.number(y))" r="\#(Self.number(radius))"/>"#
    )
  }

  /// A tenth of a pixel is finer than any screen.
  static func number(_ value: Double) -> String { Figure.text(value, digits: 1) }

  /// XML 1.0: markup is escaped, characters that it does not allow are left out.
  static func escaped(_ string: String) -> String {
    var result = ""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\t", " "...:
        if scalar.value < 0xFFFE || scalar.value > 0xFFFF { result.unicodeScalars.append(scalar) }
      default: break
      }
    }
    return result
  }
}
