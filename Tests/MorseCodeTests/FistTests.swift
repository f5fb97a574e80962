import Foundation
import Testing

@testable import MorseCode

@Suite("A fist's densities")
struct FistTests {
  /// The integral over the key's own length, in steps of a two-hundredth of the edges' deviation.
  private func integral(seen: Double, edge: Double, mean: Double, variance: Double) -> Double {
    let step = edge / 200
    var sum = 0.0
    for index in 1...4000 {
      let own = step * Double(index)
      let away = log(own) - mean
      let fist = Fist.logDensity(away * away / variance, variance: variance) - log(own)
      let error = (seen - own) / edge
      sum += exp(fist - 0.5 * error * error) * step / (edge * (2 * Double.pi).squareRoot())
    }
    return log(sum)
  }

  @Test(
    "of a length that its edges leave open are those of all lengths that it may have had",
    arguments: [(0.02, 0.05), (0.02, 0.02), (0.1, 0.1), (0.3, 0.2), (0.8, 0.3)], [0.0, 1.1])
  func openEdges(length: (seen: Double, edge: Double), mean: Double) {
    for variance in [0.0256, 0.05] {
      let density = Fist.logDensity(
        ofLength: length.seen, edgeVariance: length.edge * length.edge, mean: mean,
        variance: variance)
      let exact = integral(seen: length.seen, edge: length.edge, mean: mean, variance: variance)
      #expect(abs(density - exact) < 0.4, "\(density) for \(exact)")
    }
  }
}
