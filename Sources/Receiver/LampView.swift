public import MorseCode
public import Photometry

/// What can be shown of one lamp while its light comes.
public struct LampView: Sendable {
  /// The lamp's number; 0: the strongest candidate, while no lamp is known to send Morse.
  public var lamp: Int
  public var isLit: Bool
  /// The last level, the ambient being 100.
  public var level: Double
  /// The level that counts as on; nil before it is known.
  public var threshold: Double?
  public var place: Place?
  /// Characters that are read but may yet change.
  public var provisional: [DecodedCharacter]
  /// What was judged since the last look.
  public var samples: [LightSample]
  /// Whether `samples` begin anew: what was shown under this number before was another light, or
  /// is repeated here.
  public var isAnew: Bool
}
