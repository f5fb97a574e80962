import ArgumentParser

/// Where a message is flashed in real time: `screen`, or `led:NAME`.
enum FlashTarget: Hashable, ExpressibleByArgument {
  case screen
  case led(String)

  init?(argument: String) {
    if argument == "screen" {
      self = .screen
    } else if argument.hasPrefix("led:") {
      let name = String(argument.dropFirst(4))
      // A name is one folder's: nothing that leads elsewhere.
      guard !name.isEmpty, !name.contains("/"), name != ".", name != ".." else { return nil }
      self = .led(name)
    } else {
      return nil
    }
  }
}

/// Something that can be lit and darkened at once.
protocol SwitchableLight {
  func set(lit: Bool) throws(Fault)
  /// Brings back what was there before.
  func restore()
}
