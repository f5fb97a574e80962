/// A picture of the recording, ready to be put into the chart.
public struct ChartStill: Hashable, Sendable {
  /// `data:image/jpeg;base64,...`
  public var dataURI: String
  /// Seconds at which it was taken.
  public var time: Double
  /// Pixels of the picture as it is shown: what places are told in.
  public var shownWidth: Double
  public var shownHeight: Double

  public init(dataURI: String, time: Double, shownWidth: Double, shownHeight: Double) {
    self.dataURI = dataURI
    self.time = time
    self.shownWidth = shownWidth
    self.shownHeight = shownHeight
  }

  /// The largest that it is drawn: pixels.
  static let room = (width: 360.0, height: 210.0)

  var drawnSize: (width: Double, height: Double) {
    let part = min(Self.room.width / max(shownWidth, 1), Self.room.height / max(shownHeight, 1))
    return (shownWidth * part, shownHeight * part)
  }

  /// Draws it with its right edge at `right`, a numbered ring around each lamp.
  func draw(
    right: Double, top: Double, marks: [(name: String, place: Place, isReceived: Bool)],
    into svg: inout SVGText
  ) {
    let size = drawnSize
    let left = right - size.width
    svg.raw(
      #"<image x="\#(SVGText.number(left))" y="\#(SVGText.number(top))" width="\#(SVGText.number(size.width))" height="\#(SVGText.number(size.height))" preserveAspectRatio="none" href="\#(dataURI)"/>"#
    )
    svg.rectangle(x: left, y: top, width: size.width, height: size.height, kind: "frame")
    for mark in marks {
      let x = left + min(max(mark.place.x / max(shownWidth, 1), 0), 1) * size.width
      let y = top + min(max(mark.place.y / max(shownHeight, 1), 0), 1) * size.height
      svg.circle(x: x, y: y, radius: 11, kind: "ring-under")
      svg.circle(x: x, y: y, radius: 11, kind: mark.isReceived ? "ring" : "ring unread")
      let isAtEdge = x > right - 26
      svg.label(
        mark.name, x: isAtEdge ? x - 15 : x + 15, y: y + 4.5, kind: "mark",
        anchor: isAtEdge ? .end : .start)
    }
    svg.label(
      "the picture at \(Figure.text(time, digits: 1)) s", x: right, y: top + size.height + 13,
      kind: "axis", anchor: .end)
  }
}
