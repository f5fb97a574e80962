/// Least squares of grid and transfer curve to frames, given which cells were lit.
struct GridFit: Sendable {
  /// Cells and curve: what is fitted.
  struct Parameters: Sendable {
    var grid: CellGrid
    var offset: Double
    var gain: Double
    var exponent: Double
    /// In place of the power, once there are frames enough to draw it from.
    var shape: TransferCurve?

    var curve: TransferCurve {
      shape ?? TransferCurve(offset: offset, gain: gain, exponent: exponent)
    }
  }

  let frames: Frames
  let range: Range<Int>
  /// Lit cells before each cell, so that the light of a window is a difference.
  private var sums: [Double] = [0]
  private var cells: [UInt8]

  init(frames: Frames, range: Range<Int>, lit: [UInt8]) {
    self.frames = frames
    self.range = range
    cells = lit
    sums.reserveCapacity(lit.count + 1)
    for cell in lit { sums.append((sums.last ?? 0) + Double(cell)) }
  }

  private func state(_ place: Double) -> Double {
    guard place >= 0, place < Double(cells.count) else { return 0 }
    return Double(cells[Int(place)])
  }

  private func light(before place: Double) -> Double {
    guard place > 0 else { return 0 }
    guard place < Double(cells.count) else { return sums.last ?? 0 }
    let index = Int(place)
    return sums[index] + (place - Double(index)) * Double(cells[index])
  }

  /// The lit part of frame `index`'s exposure.
  func lit(_ index: Int, _ grid: CellGrid) -> Double {
    let (a, b) = grid.window(frames.times[index])
    return (light(before: b) - light(before: a)) / (b - a)
  }

  /// Mean squared error, each frame's capped at `limit` squared.
  func error(_ grid: CellGrid, _ curve: TransferCurve, limit: Double) -> Double {
    var sum = 0.0
    for index in range {
      let error = frames.levels[index] - curve.level(lit(index, grid))
      sum += min(limit * limit, error * error)
    }
    return sum / Double(max(1, range.count))
  }

  /// The transfer curve that fits best on `grid`: monotone, straight between ninths; smooth by a
  /// spring that lets its slope turn by 0.05 / (1/8) a knot at one standard deviation.
  func shape(_ grid: CellGrid, near curve: TransferCurve, deviation: Double) -> TransferCurve? {
    let knots = 9
    var matrix = [Double](repeating: 0, count: knots * knots)
    var vector = [Double](repeating: 0, count: knots)
    for index in range {
      let part = lit(index, grid)
      let level = frames.levels[index]
      if (level - curve.level(part)).magnitude > max(0.3, 5 * deviation) { continue }
      let place = min(0.99999, max(0, part)) * Double(knots - 1)
      let knot = Int(place)
      let weight = place - Double(knot)
      matrix[knot * knots + knot] += (1 - weight) * (1 - weight)
      matrix[knot * knots + knot + 1] += weight * (1 - weight)
      matrix[(knot + 1) * knots + knot] += weight * (1 - weight)
      matrix[(knot + 1) * knots + knot + 1] += weight * weight
      vector[knot] += (1 - weight) * level
      vector[knot + 1] += weight * level
    }
    let spring = deviation * deviation / 0.0025
    for knot in 1..<(knots - 1) {
      let turn = [(knot - 1, 1.0), (knot, -2.0), (knot + 1, 1.0)]
      for (i, a) in turn { for (j, b) in turn { matrix[i * knots + j] += spring * a * b } }
    }
    guard var levels = LinearSystem.solve(matrix, vector) else { return nil }
    for knot in 1..<knots { levels[knot] = max(levels[knot], levels[knot - 1]) }
    return TransferCurve(
      table: (0...TransferCurve.steps).map {
        let place = Double($0) / Double(TransferCurve.steps) * Double(knots - 1)
        let knot = min(knots - 2, Int(place))
        return levels[knot] + (place - Double(knot)) * (levels[knot + 1] - levels[knot])
      })
  }

  /// Levenberg-Marquardt from `parameters`; errors beyond `limit` are left out as glitches.
  func refined(_ parameters: Parameters, limit: Double, rounds: Int) -> (Parameters, Double) {
    var current = parameters
    var error = self.error(current.grid, current.curve, limit: limit)
    var damping = 1e-3
    for _ in 0..<rounds {
      let (matrix, vector) = normalEquations(current, limit: limit)
      var improved = false
      for _ in 0..<4 {
        var damped = matrix
        for row in 0..<6 { damped[row * 6 + row] *= 1 + damping }
        guard let step = LinearSystem.solve(damped, vector) else { break }
        let next = moved(current, by: step)
        let value = self.error(next.grid, next.curve, limit: limit)
        if value < error {
          improved = error - value > 1e-4 * error
          current = next
          error = value
          damping *= 0.2
          break
        }
        damping *= 8
      }
      if !improved { break }
    }
    return (current, error)
  }

  /// Shifts and tilts the grid by parts of a dot while that lowers the error: short exposures leave
  /// steps instead of slopes, on which least squares stand still.
  func probed(_ parameters: Parameters, limit: Double) -> (Parameters, Double) {
    guard let first = range.first, let last = range.last else { return (parameters, .infinity) }
    let middle = 0.5 * (frames.times[first] + frames.times[last])
    let half = max(frames.interval, frames.times[last] - middle)
    var best = parameters
    let curve = parameters.curve
    var error = self.error(best.grid, curve, limit: limit)
    for part in [0.08, 0.04] {
      for _ in 0..<4 {
        let from = best.grid
        var improved = false
        for (shift, tilt) in [
          (1.0, 0.0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1), (1, -1), (-1, 1),
        ] {
          let grid = from.moved(
            by: part * shift * from.dot, tilted: part * tilt * from.dot / half, about: middle)
          let value = self.error(grid, curve, limit: limit)
          if value < 0.98 * error {
            error = value
            best.grid = grid
            improved = true
          }
        }
        if !improved { break }
      }
    }
    return (best, error)
  }

  private func moved(_ old: Parameters, by step: [Double]) -> Parameters {
    var new = old
    let dot = old.grid.dot
    new.grid.start += min(0.4, max(-0.4, step[0])) * dot
    new.grid.dot *= 1 + min(0.05, max(-0.05, step[1]))
    new.grid.exposure += min(0.2, max(-0.2, step[2])) * dot
    new.grid.exposure = min(1.15, max(0.04, new.grid.exposure / frames.interval)) * frames.interval
    new.offset += step[3]
    new.gain = min(4, max(0.3, old.gain + step[4]))
    new.exponent = min(1.4, max(0.25, old.exponent + step[5]))
    return new
  }

  /// Unknowns: start and exposure in dots, dot relative, offset, gain, exponent.
  private func normalEquations(_ p: Parameters, limit: Double) -> ([Double], [Double]) {
    var matrix = [Double](repeating: 0, count: 36)
    var vector = [Double](repeating: 0, count: 6)
    var row = [Double](repeating: 0, count: 6)
    let shape = p.shape
    for index in range {
      let (a, b) = p.grid.window(frames.times[index])
      let width = b - a
      let lit = (light(before: b) - light(before: a)) / width
      let power = shape == nil && lit > 1e-9 ? power(lit, p.exponent) : 0
      let error = frames.levels[index] - (shape?.level(lit) ?? p.offset + p.gain * power)
      if error.magnitude > limit { continue }
      // The slope of a power below 1 is endless at 0; a part smaller than 0.02 is none.
      let slope = shape?.slope(lit) ?? p.gain * p.exponent * power / max(lit, 0.02)
      let byA = (lit - state(a)) / width
      let byB = (state(b) - lit) / width
      row[0] = -slope * (byA + byB)
      row[1] = -slope * (byA * a + byB * b)
      row[2] = slope * 0.5 * (byB - byA)
      if shape == nil {
        row[3] = 1
        row[4] = power
        row[5] = lit > 1e-9 ? p.gain * power * naturalLogarithm(lit) : 0
      }
      for i in 0..<6 {
        vector[i] += row[i] * error
        for j in 0...i { matrix[i * 6 + j] += row[i] * row[j] }
      }
    }
    for i in 0..<6 {
      for j in 0..<i { matrix[j * 6 + i] = matrix[i * 6 + j] }
    }
    // Weak springs where the frames say nothing: a twentieth of a dot of exposure, 0.3 of exponent
    // and of gain are as likely as one frame's error of 0.02.
    let weight = 0.0004
    matrix[2 * 6 + 2] += weight / 0.01
    matrix[4 * 6 + 4] += weight / 0.04
    matrix[5 * 6 + 5] += weight / 0.04
    for i in 0..<6 { matrix[i * 6 + i] += 1e-9 }
    return (matrix, vector)
  }
}

/// Small symmetric systems.
enum LinearSystem {
  /// Gaussian elimination with row pivoting; nil where singular.
  static func solve(_ matrix: [Double], _ vector: [Double]) -> [Double]? {
    let size = vector.count
    var a = matrix
    var x = vector
    for column in 0..<size {
      var pivot = column
      for row in column..<size
      where a[row * size + column].magnitude > a[pivot * size + column].magnitude {
        pivot = row
      }
      guard a[pivot * size + column].magnitude > 1e-14 else { return nil }
      if pivot != column {
        for k in 0..<size { a.swapAt(pivot * size + k, column * size + k) }
        x.swapAt(pivot, column)
      }
      for row in (column + 1)..<max(size, column + 1) {
        let factor = a[row * size + column] / a[column * size + column]
        if factor == 0 { continue }
        for k in column..<size { a[row * size + k] -= factor * a[column * size + k] }
        x[row] -= factor * x[column]
      }
    }
    for row in stride(from: size - 1, through: 0, by: -1) {
      var sum = x[row]
      for k in (row + 1)..<max(size, row + 1) { sum -= a[row * size + k] * x[k] }
      x[row] = sum / a[row * size + row]
    }
    return x.allSatisfy(\.isFinite) ? x : nil
  }
}
