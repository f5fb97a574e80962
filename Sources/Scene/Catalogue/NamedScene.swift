/// One class of scenes: every seed gives another one of it.
public struct NamedScene: Sendable, CustomStringConvertible {
  public let name: String
  /// What is hard about it.
  public let purpose: String
  private let make: @Sendable (UInt64, Double) -> Scene

  init(
    _ name: String, _ purpose: String, _ make: @escaping @Sendable (UInt64, Double) -> Scene
  ) {
    self.name = name
    self.purpose = purpose
    self.make = make
  }

  /// `seconds`: how long it lasts where nobody sends; a message takes as long as it takes.
  public func scene(seed: UInt64, seconds: Double = 30) -> Scene {
    var scene = make(seed, seconds)
    scene.seed = seed
    return scene
  }

  public var description: String { name }
}

extension Scene {
  /// What is sent, lamp by lamp; empty where nobody sends.
  public var messages: [String] { lamps.map(\.text).filter { !$0.isEmpty } }
}
