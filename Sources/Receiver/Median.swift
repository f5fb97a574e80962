extension Collection where Element: Comparable {
  /// The middle one, of an even number the upper of the two; nil where there is none.
  var median: Element? {
    let sorted = sorted()
    return sorted.isEmpty ? nil : sorted[sorted.count / 2]
  }
}
