public struct LampFinder: Sendable {
  public enum Mode: Sendable { case auto, spot }
  public struct Options: Sendable { public init(region: Region? = nil, mode: Mode = .auto) {} }
  public enum Update: Sendable {
    case found(id: Int, x: Double, y: Double, backlog: [BrightnessSample], searched: Int)
    case sample(id: Int, BrightnessSample)
    case moved(id: Int, x: Double, y: Double)
    case lost(id: Int)
  }
  public init(options: Options) {}
  public mutating func consume(_ frame: borrowing Frame) -> [Update] { [] }
  public mutating func finish() -> [Update] { [] }
}
