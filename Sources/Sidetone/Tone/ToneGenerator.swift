import Glibc

/// Renders a tone that is keyed: a pure state machine, from the state of the key to samples.
///
/// The edges are raised cosines, as a transmitter's are, so that a keying click is as narrow in the
/// spectrum as 5 ms allow (a rectangular edge spreads over all of it). A key that turns
/// about during an edge is followed from where the edge stands: there are no steps.
public struct ToneGenerator: Sendable {
  /// Hertz.
  public let frequency: Double
  /// Samples a second.
  public let rate: Double
  public var isKeyDown = false

  /// Full scale is 32767; a quarter of the power is left free for mixers.
  private let amplitude: Double
  /// Samples of an edge.
  private let edge: Int
  /// Where in the edge we are, in samples: 0 silent, `edge` at full strength.
  private var position = 0
  /// Where in the oscillation, in turns.
  private var phase = 0.0

  /// `edge`: seconds. ARRL Handbook: 5 ms give clean keying up to 60 words a minute.
  public init(
    frequency: Double, rate: Double, amplitude: Double = 0.5, edge: Double = 0.005
  ) {
    self.frequency = frequency
    self.rate = rate
    self.amplitude = amplitude * 32767
    self.edge = max(Int((edge * rate).rounded()), 1)
  }

  /// Whether nothing sounds, and nothing will before the key goes down.
  public var isSilent: Bool { !isKeyDown && position <= 0 }

  /// The next samples.
  public mutating func render(_ count: Int) -> [Int16] {
    var samples: [Int16] = []
    samples.reserveCapacity(max(count, 0))
    for _ in 0..<max(count, 0) { samples.append(next()) }
    return samples
  }

  private mutating func next() -> Int16 {
    position = isKeyDown ? min(position + 1, edge) : max(position - 1, 0)
    guard position > 0 else {
      phase = 0
      return 0
    }
    let envelope = 0.5 - 0.5 * cos(.pi * Double(position) / Double(edge))
    let sample = amplitude * envelope * sin(2 * .pi * phase)
    phase += frequency / rate
    phase -= phase.rounded(.down)
    return Int16(max(-32767, min(sample.rounded(), 32767)))
  }
}
