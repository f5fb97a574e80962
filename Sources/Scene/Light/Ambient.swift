internal import Foundation

/// How the light on the background changes.
public struct Ambient: Hashable, Sendable {
  /// Part of the light by which daylight swings to either side.
  public var drift: Double
  /// Seconds of one swing there and back.
  public var driftPeriod: Double
  /// Part of the light by which the mains makes it flicker to either side.
  public var flicker: Double
  /// Hertz of the flicker: twice the mains frequency.
  public var flickerFrequency: Double

  public init(
    drift: Double = 0, driftPeriod: Double = 10, flicker: Double = 0,
    flickerFrequency: Double = 100
  ) {
    self.drift = drift
    self.driftPeriod = driftPeriod
    self.flicker = flicker
    self.flickerFrequency = flickerFrequency
  }

  /// Mean of the light between two times, as a multiple of the undisturbed; the phases in turns.
  func gain(from start: Double, to end: Double, driftPhase: Double, flickerPhase: Double) -> Double
  {
    let slow =
      drift == 0 || driftPeriod <= 0
      ? 0
      : drift * Ambient.meanSine(1 / driftPeriod, from: start, to: end, phase: driftPhase)
    let fast =
      flicker == 0
      ? 0 : flicker * Ambient.meanSine(flickerFrequency, from: start, to: end, phase: flickerPhase)
    return max(0, (1 + slow) * (1 + fast))
  }

  /// The mean of a sine over an interval: what a sensor gathers in its exposure.
  private static func meanSine(
    _ frequency: Double, from start: Double, to end: Double, phase: Double
  ) -> Double {
    let angle = 2 * Double.pi * (frequency * (start + end) / 2 + phase)
    let half = Double.pi * frequency * (end - start)
    return sin(angle) * (half == 0 ? 1 : sin(half) / half)
  }
}
