/// Pictures that were taken but not seen, between the last frame and this one.
public struct Losses: Hashable, Sendable {
  /// By gaps in the driver's numbers: it or the wire dropped them.
  public var missed: Int
  /// Said to be damaged by the driver, too short, or not decodable.
  public var damaged: Int
  /// Passed over because they came out of the driver too late.
  public var late: Int

  public init(missed: Int = 0, damaged: Int = 0, late: Int = 0) {
    self.missed = missed
    self.damaged = damaged
    self.late = late
  }

  public var total: Int { missed + damaged + late }

  public static func + (left: Losses, right: Losses) -> Losses {
    Losses(
      missed: left.missed + right.missed, damaged: left.damaged + right.damaged,
      late: left.late + right.late)
  }
}
