/// Rows of numbers, one for each of the first nodes of a code tree, eight at a time.
struct NodeRows: Sendable {
  typealias Block = SIMD8<Double>

  /// Blocks in a row; the last is filled up with zeros.
  let width: Int
  private(set) var blocks: [Block]

  init(_ rows: Int, nodes: Int) {
    width = (nodes + Block.scalarCount - 1) / Block.scalarCount
    blocks = [Block](repeating: .zero, count: rows * width)
  }

  /// One row.
  init(_ values: [Double]) {
    self.init(1, nodes: values.count)
    for (node, value) in values.enumerated() { self[0, node] = value }
  }

  subscript(row: Int, node: Int) -> Double {
    @inline(__always) get {
      blocks[row * width + node / Block.scalarCount][node % Block.scalarCount]
    }
    @inline(__always) set {
      blocks[row * width + node / Block.scalarCount][node % Block.scalarCount] = newValue
    }
  }

  /// Adds a row of `other`, as many nodes as both have, times `weight` to a row.
  @inline(__always)
  mutating func add(_ other: NodeRows, row: Int, times weight: Double, to target: Int) {
    let (from, to) = (row * other.width, target * width)
    for block in 0..<min(width, other.width) {
      blocks[to + block] += other.blocks[from + block] * weight
    }
  }

  /// The sum of the products of a row and one of `other`, of as many nodes as both have.
  @inline(__always)
  func product(_ row: Int, _ other: NodeRows, row otherRow: Int) -> Double {
    let (from, to) = (row * width, otherRow * other.width)
    var sum = Block.zero
    for block in 0..<min(width, other.width) {
      sum += blocks[from + block] * other.blocks[to + block]
    }
    return sum.sum()
  }

  /// The greatest number of a row.
  func most(_ row: Int) -> Double {
    var most = Block.zero
    for block in row * width..<(row + 1) * width {
      most.replace(with: blocks[block], where: blocks[block] .> most)
    }
    return most.max()
  }

  /// Multiplies a row; what then is next to nothing becomes nothing.
  mutating func scale(_ row: Int, by factor: Double) {
    for block in row * width..<(row + 1) * width {
      let scaled = blocks[block] * factor
      blocks[block] = scaled.replacing(with: 0, where: scaled .< Self.least)
    }
  }

  /// Bounds a row from above.
  mutating func limit(_ row: Int, to most: Double) {
    for block in row * width..<(row + 1) * width {
      blocks[block].replace(with: most, where: blocks[block] .> most)
    }
  }

  private static let least = 1e-60
}
