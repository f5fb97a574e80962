/// The score of the best sequence of dots, dashes and gaps, whatever letters they make.
///
/// A tenth of the work of `SequenceSearch`, and over a few letters nearly its judgement: for
/// telling which of many speeds and phases are worth a closer look.
enum ElementSearch {
  static func score(_ costs: CellCosts) -> Double {
    let elements = costs.elements
    let gaps = costs.gaps
    let dark = costs.dark
    let element = CodeTrellis.Prior.element
    let letterStep = CodeTrellis.Prior.letter - element
    let wordStep = CodeTrellis.Prior.word - CodeTrellis.Prior.letter
    let never = -Double.infinity
    // Scores at this cell and those before it: ready for a letter, after a dot, after a dash.
    var root = (never, never, never, never)
    var dot = (never, never, never, never)
    var dash = (never, never, never, never)
    var letterEnds = (never, never, never, never)
    var pause = -costs.before
    var best = never
    for cell in 0...(costs.cells + 4) {
      var dotHere = never
      var dashHere = never
      var letterEnd = never
      var rootHere = never
      if cell > 0 { pause -= dark[cell] - dark[cell - 1] }
      if cell >= 2 {
        let from = 6 * (cell - 2)
        dotHere =
          element
          + max(
            root.1 - elements[from], dot.1 - elements[from + 1], dash.1 - elements[from + 2])
        let gap = 2 * (cell - 2)
        letterEnd = letterStep + max(dot.1 - gaps[gap], dash.1 - gaps[gap + 1])
      }
      if cell >= 4 {
        let from = 6 * (cell - 4) + 3
        dashHere =
          element
          + max(
            root.3 - elements[from], dot.3 - elements[from + 1], dash.3 - elements[from + 2])
        let word = letterEnds.3 - (dark[cell] - dark[cell - 4]) + wordStep
        pause = max(pause, word + CodeTrellis.Prior.pause)
        rootHere = word
      }
      rootHere = max(rootHere, letterEnd, pause)
      if cell >= costs.cells { best = max(best, rootHere, dotHere, dashHere) }
      root = (rootHere, root.0, root.1, root.2)
      dot = (dotHere, dot.0, dot.1, dot.2)
      dash = (dashHere, dash.0, dash.1, dash.2)
      letterEnds = (letterEnd, letterEnds.0, letterEnds.1, letterEnds.2)
    }
    return best
  }
}
