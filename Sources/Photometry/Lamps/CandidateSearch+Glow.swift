extension CandidateSearch {
  /// How switched a trace looks; what the key did, where the light glows on.
  func keyedness(_ trace: [Double]) -> Keyedness? {
    guard let plain = Keyedness(trace), let undone = Afterglow.undone(trace, times: times)
    else { return Keyedness(trace) }
    let glow = undone.glow
    return Keyedness(undone.key.map { glow.unlit + $0 * (glow.lit - glow.unlit) }) ?? plain
  }
}
