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
    /// Whether the search for lamps, which is made once a second (see `isAwaited`) and in a busy picture takes as long as
    /// several pictures, is left to whoever calls `takeSearch`.
    public var searchesApart: Bool
    /// Whether somebody waits for what is found, as of a camera: of a recording nothing is told before its end, and it is
    /// searched every four seconds.
    public var isAwaited: Bool

    public init(
      region: Region? = nil, mode: Mode = .auto, compensatesMotion: Bool = true,
      searchesApart: Bool = false, isAwaited: Bool = true
    ) {
      self.searchesApart = searchesApart
      self.isAwaited = isAwaited
      self.region = region
      self.mode = mode
      self.compensatesMotion = compensatesMotion
    }
  }

  /// A candidate in a picture in which another light passed over its place.
  public struct CoveredSample: Hashable, Sendable {
    /// Seconds.
    public var time: Double
    /// Without the other light.
    public var brightness: Double
    /// Standard deviation of what was taken off, in the same unit: 0 where that was nothing, infinite where nobody can tell lit
    /// from unlit.
    public var uncertainty: Double
    /// How far it is lit: 0 to 1, and noise beyond.
    public var lit: Double
    /// How much brighter it is lit than unlit.
    public var swing: Double

    public init(
      time: Double, brightness: Double, uncertainty: Double, lit: Double, swing: Double
    ) {
      self.time = time
      self.brightness = brightness
      self.uncertainty = uncertainty
      self.lit = lit
      self.swing = swing
    }
  }

  /// How a candidate's light stood out when it was found.
  public struct Contrast: Sendable {
    /// Steps by which H.264 rounds a block of 8 x 8 samples at a quantiser of 33: a step of 28, of a sum that is eight times the
    /// mean. Noise makes it code a block or leave it, and so switches it between two values; a flicker of luma alone does so to
    /// its chroma.
    public static let rounding = 3.5

    /// Steps of luma that it adds.
    public var swing: Double
    /// Whether its two levels are further apart than any that noise shows, or waves and leaves.
    public var isBeyondNoise: Bool

    public init(swing: Double, isBeyondNoise: Bool) {
      self.swing = swing
      self.isBeyondNoise = isBeyondNoise
    }
  }

  /// What became known by a picture.
  public enum Update: Sendable {
    /// A candidate at (x, y) in pixels as stored, with its brightness in the last half minute at most,
    /// this picture's included. `searched` places competed for being found. An identifier that was lost comes
    /// again when its place is found again.
    case found(
      id: Int, x: Double, y: Double, backlog: [BrightnessSample], searched: Int, contrast: Contrast)
    /// The brightness of a candidate in this picture; out of sight it counts as unlit.
    case sample(id: Int, BrightnessSample)
    /// A candidate is read in a better way from now on, and so is what the last half minute at most
    /// holds of it: the brightness that was given for that time is void.
    case reread(id: Int, backlog: [BrightnessSample])
    /// A candidate's place changed.
    case moved(id: Int, x: Double, y: Double)
    /// A candidate was given up for better ones.
    case lost(id: Int)
    /// What a candidate was seen in is no longer in sight, as where a film is cut: its brightness from `at` on, in seconds, is
    /// void.
    case ended(id: Int, at: Double)
    /// Another light passed over a candidate's place: what it was without that, in place of the samples of the same times.
    case covered(id: Int, [CoveredSample])
    /// A candidate proved to be no lamp: its brightness from `since` on, in seconds, is void.
    case dismissed(id: Int, since: Double)
  }
}
