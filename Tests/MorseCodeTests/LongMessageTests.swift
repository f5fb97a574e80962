import Testing

@testable import MorseCode

/// Messages that are read in pieces.
@Suite("Long messages")
struct LongMessageTests {
  private static let text = Array(
    repeating: "THE QUICK BROWN FOX JUMPS OVER THE LAZY DOG", count: 6
  ).joined(separator: " ")

  private func samples(dot: Double, noise: Double, seed: UInt64) -> [KeySample] {
    var trace = LightTrace()
    trace.exposure = 0.5
    trace.noise = noise
    return trace.samples(Self.text, dot: dot, seed: seed)
  }

  @Test("lose nothing where their pieces meet", arguments: [0.02, 0.25], [1, 2, 3])
  func whole(noise: Double, seed: UInt64) {
    // Noise beyond which edges are not taken from runs, and noise below it.
    let read = TimingDecoder.read(samples(dot: 5, noise: noise, seed: seed))
    #expect(read.map(\.text) == [Self.text])
  }

  @Test("are read where samples are so many that they are taken together", arguments: [1, 2])
  func together(seed: UInt64) {
    let read = TimingDecoder.read(samples(dot: 13, noise: 0.4, seed: seed))
    #expect(read.map(\.text) == [Self.text])
  }

  @Test("are cut between characters into pieces of about one length, and only gaps are left out")
  func pieces() {
    var steps: [PathStep] = []
    var time = 0.0
    // Letters of a dash, a gap, a dash; every fifth ends a word.
    for index in 0..<2000 {
      let kind =
        index % 4 == 3
        ? (index % 20 == 19 ? Fist.wordGap : Fist.letterGap)
        : index % 4 == 1 ? Fist.elementGap : Fist.dash
      let units = [Fist.dash: 3.0, Fist.elementGap: 1, Fist.letterGap: 3, Fist.wordGap: 7]
      let end = time + 0.1 * (units[kind] ?? 0)
      steps.append(
        PathStep(
          parent: -1, kind: UInt8(kind), node: 0, start: time, end: end, logUnit: -2.302585,
          rival: -10))
      time = end
    }
    let pieces = Refinement.pieces(of: steps)
    #expect(pieces.count == Int((10 * time / Refinement.pieceLength).rounded()))
    #expect(pieces.first?.lowerBound == 0 && pieces.last?.upperBound == steps.count)
    for (piece, next) in zip(pieces, pieces.dropFirst()) {
      #expect(next.lowerBound == piece.upperBound + 1)
      #expect(Int(steps[piece.upperBound].kind) == Fist.wordGap)
    }
    for piece in pieces {
      let length = 10 * (steps[piece.upperBound - 1].end - steps[piece.lowerBound].start)
      #expect(abs(length - Refinement.pieceLength) < 0.5 * Refinement.pieceLength)
    }
    #expect(Refinement.pieces(of: Array(steps[..<40])) == [0..<40])
  }
}
