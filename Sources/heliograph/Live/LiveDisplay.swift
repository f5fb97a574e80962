import Camera
import Foundation
import MorseCode
import Photometry
import Receiver
import Synchronization

/// The terminal view of a live session: gathers what it shows, draws it ten times a second.
final class LiveDisplay {
  private let terminal: Terminal
  private let keys: KeyQueue
  private var state = TerminalViewState()
  private var lastDrawn = -Double.infinity
  private var lastMapped = -Double.infinity
  private var frames = 0
  private var countedSince: Double?
  private var cells: (means: [Double], columns: Int, width: Double, height: Double)?

  private final class KeyQueue: Sendable {
    let pressed = Mutex<[TerminalKey]>([])
  }

  /// nil where standard error is no terminal.
  init?(camera: String) {
    guard let terminal = Terminal() else { return nil }
    self.terminal = terminal
    keys = KeyQueue()
    state.camera = camera
    terminal.watchKeys { [keys] key in
      keys.pressed.withLock { $0.append(key) }
      // Whatever is waited for: a frame, or a camera that is away.
      if key == .quit { Interruption.wait.interrupt() }
    }
  }

  /// Whether q was pressed.
  var isQuitting: Bool { keys.pressed.withLock { $0.contains(.quit) } }

  /// The keys pressed since the last call; q stays.
  func takeKeys() -> [TerminalKey] {
    keys.pressed.withLock { pressed in
      defer { pressed.removeAll { $0 != .quit } }
      return pressed
    }
  }

  /// Takes a small picture for aiming, a few times a second.
  /// `scale`: how many of the camera's pixels one of the frame's stands for, each way.
  func look(at frame: borrowing Frame, scale: Int) {
    frames += 1
    countedSince = countedSince ?? frame.time
    guard frame.time - lastMapped >= 0.25 else { return }
    lastMapped = frame.time
    guard let grid = try? TileGrid(frame) else { return }
    cells = (
      grid.luma.map(Double.init), grid.columns, Double(frame.width * scale),
      Double(frame.height * scale)
    )
  }

  func note(_ received: [Received]) {
    for case .character(_, let character) in received {
      state.text += character.text
      state.wpm = character.wpm
    }
    for case .message in received { state.text += "\n" }
    if state.text.count > 4096 { state.text.removeFirst(state.text.count - 4096) }
  }

  func say(_ message: String) {
    state.note = message
    terminal.draw(TerminalView(state: state))
  }

  /// Whether it is time to draw again.
  func isDue(at time: Double) -> Bool { abs(time - lastDrawn) >= 0.1 }

  func show(
    _ status: LiveReceiver.Status?, losses: Losses, at time: Double, sensitivity: Sensitivity
  ) {
    lastDrawn = time
    (state.missed, state.damaged, state.late) = (losses.missed, losses.damaged, losses.late)
    state.level = status?.level
    state.isOn = status?.isLit ?? false
    state.provisional = status?.provisional.map(\.text).joined() ?? ""
    state.sensitivity = sensitivity.defaultValueDescription
    state.threshold = status?.threshold
    if case .level(let level) = sensitivity.threshold { state.threshold = level }
    if let since = countedSince, time - since >= 2 {
      state.frameRate = Double(frames) / (time - since)
      countedSince = time
      frames = 0
    }
    if let cells {
      // Known lamps, and the light that is followed, known or not.
      var lamps = (status?.places ?? [:]).values.filter { $0 != status?.place }.map {
        TerminalViewMap.Lamp(x: $0.x / cells.width, y: $0.y / cells.height, isOn: false)
      }
      if let place = status?.place {
        lamps.insert(
          TerminalViewMap.Lamp(
            x: place.x / cells.width, y: place.y / cells.height, isOn: state.isOn), at: 0)
      }
      state.map = TerminalViewMap(cells: cells.means, columns: cells.columns, lamps: lamps)
    }
    terminal.draw(TerminalView(state: state))
  }

  /// Gives the terminal back.
  func close() {
    terminal.restore()
  }
}
