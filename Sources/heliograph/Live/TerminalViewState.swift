/// What the terminal view shows.
struct TerminalViewState: Hashable {
  /// Name, format and size of the camera.
  var camera = ""
  /// Frames a second as they come; nil before it is known.
  var frameRate: Double?
  /// Frames that were taken and not seen.
  var missed = 0
  var damaged = 0
  var late = 0
  /// On the scale on which the ambient is 100; nil before there is one.
  var level: Double?
  var threshold: Double?
  var isOn = false
  var wpm: Double?
  /// "auto", or the number.
  var sensitivity = "auto"
  /// What was received, and after it what is read but not yet certain.
  var text = ""
  var provisional = ""
  /// The last thing that was noted.
  var note: String?
  var map: TerminalViewMap?
}
