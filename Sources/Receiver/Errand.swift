import Photometry

/// What a live receiver leaves to be done apart from the pictures, on another thread if need be: it takes
/// longer than a picture may wait.
public struct Errand: Sendable {
  enum Kind: Sendable {
    /// A search for lamps.
    case search(LampSearch)
    /// A place is read from before it was found, or anew.
    case backlog(id: Int, Backlog)
    /// A message is read once more before it is believed, or its characters are told.
    case look(id: Int, SecondLook)
  }

  /// What came of it.
  public struct Outcome: Sendable {
    enum Kind: Sendable {
      case search(LampSearch.Outcome)
      case backlog(id: Int, Backlog.Outcome)
      case look(id: Int, SecondLook.Outcome)
    }

    let beginning: Int
    let kind: Kind
  }

  /// How often the receiver had begun anew.
  let beginning: Int
  let kind: Kind

  /// Does it.
  public func outcome() -> Outcome {
    switch kind {
    case .search(let search): Outcome(beginning: beginning, kind: .search(search.outcome()))
    case .backlog(let id, let backlog):
      Outcome(beginning: beginning, kind: .backlog(id: id, backlog.outcome()))
    case .look(let id, let look):
      Outcome(beginning: beginning, kind: .look(id: id, look.outcome()))
    }
  }
}
