internal import Foundation

/// The sensor's curve between light and value, both 0 to 255, without the saturation.
struct TransferCurve: Sendable {
  private let gamma: Double
  /// Values at even steps of the light's square root, on which the curve is nearly straight.
  private let table: [Float]
  private static let steps = 1024
  /// The table covers light up to four times white; beyond it everything is saturated.
  private static let limit: Float = 1024

  init(gamma: Double) {
    self.gamma = gamma > 0 && gamma.isFinite ? gamma : 1
    let exponent = 1 / self.gamma
    table =
      self.gamma == 1
      ? []
      : (0...TransferCurve.steps + 1).map { step in
        let root = Double(step) / Double(TransferCurve.steps)
        return Float(255 * pow(root * root * Double(TransferCurve.limit) / 255, exponent))
      }
  }

  var isLinear: Bool { gamma == 1 }

  /// The light that gives a value.
  func light(for value: Double) -> Double {
    isLinear ? value : 255 * pow(max(0, value) / 255, gamma)
  }

  /// The value that light gives.
  func value(for light: Double) -> Double {
    isLinear ? light : 255 * pow(max(0, light) / 255, 1 / gamma)
  }

  /// The light that has to be added at a level to raise (or lower) the value by some steps.
  func light(adding steps: Double, to level: Double) -> Double {
    light(for: max(0, level + steps)) - light(for: level)
  }

  /// Replaces light by values.
  func apply(to light: inout [Float]) {
    guard !isLinear else { return }
    let scale = Float(TransferCurve.steps) / TransferCurve.limit.squareRoot()
    var values = light.mutableSpan
    let table = table.span
    for index in 0..<values.count {
      let clamped = min(max(values[unchecked: index], 0), TransferCurve.limit)
      let place = clamped.squareRoot() * scale
      let step = Int(place)
      let low = table[unchecked: step]
      let part = place - Float(step)
      values[unchecked: index] = low + part * (table[unchecked: step + 1] - low)
    }
  }
}
