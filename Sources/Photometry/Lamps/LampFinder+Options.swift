extension LampFinder {
  public enum Mode: Hashable, Sendable {
    /// Every lamp.
    case auto
    /// The one strongest.
    case spot
  }

  public struct Options: Hashable, Sendable {
    /// Where to look, in pixels as stored; nil: everywhere.
    public var region: Region?
    public var mode: Mode
    /// Whether the camera's movement is measured and taken out.
    public var compensatesMotion: Bool
    /// Whether the search for lamps, which takes several milliseconds once a second, is left to calls
    /// of `search()` between the pictures.
    public var searchesApart: Bool

    public init(
      region: Region? = nil, mode: Mode = .auto, compensatesMotion: Bool = true,
      searchesApart: Bool = false
    ) {
      self.searchesApart = searchesApart
      self.region = region
      self.mode = mode
      self.compensatesMotion = compensatesMotion
    }
  }
}
