import Foundation

/// Decides whether what a candidate sends is Morse: Bayes' rule in log-odds.
///
/// The decoder weighs the light as Morse against light that is not; the prior says how many places
/// competed for being the one that happened to look like it.
struct Squelch: Sendable {
  /// Natural log of the prior odds.
  private(set) var prior: Double
  let isOff: Bool
  /// Whether the message under way has been found to be Morse.
  private(set) var isOpen: Bool

  init(prior: Double, isOff: Bool) {
    self.prior = prior
    self.isOff = isOff
    isOpen = isOff
  }

  /// Weighs the evidence so far; once open it stays so until the message ends or is doubted. `plainness` is what the place is
  /// likelier a lamp's than the prior says (`Doubt.plainness`).
  mutating func admits(evidence: Double, plainness: Double = 0) -> Bool {
    if isMorse(evidence: evidence, plainness: plainness) { isOpen = true }
    return isOpen
  }

  /// Closes it again where the light of late is surely no Morse: a thousand to one against it. Returns whether it is open.
  ///
  /// What opened it has answered for the prior, so that the evidence alone counts.
  mutating func stillAdmits(evidence: Double) -> Bool {
    if evidence < -Self.caution { isOpen = isOff }
    return isOpen
  }

  /// Whether it would open.
  func wouldAdmit(evidence: Double, plainness: Double = 0) -> Bool {
    isOpen || isMorse(evidence: evidence, plainness: plainness)
  }

  /// Ends the message.
  mutating func endMessage() {
    if isOpen { admitPlace() }
    isOpen = isOff
  }

  /// Morse was read there: the place is no longer one among many.
  mutating func admitPlace() {
    prior = max(prior, 0)
  }

  /// Whether it is at least as likely Morse as not.
  func isMorse(evidence: Double, plainness: Double) -> Bool {
    evidence + max(prior, min(0, prior + plainness)) >= 0
  }

  /// What the odds are lower by where the places were searched so often, in nats: chance had as many tries.
  static func caution(ofLooks looks: Double) -> Double { log(max(1, looks)) }

  /// The prior for one place among `searched`.
  ///
  /// The places share the odds. In a picture where nobody pointed out a part, a false line costs more
  /// than silence: one picture in a thousand may say something that nobody sent.
  static func prior(searched: Int, isPointedOut: Bool) -> Double {
    -log(Double(max(1, searched))) - (isPointedOut ? 0 : caution)
  }

  /// What a further lamp's prior is lower by, once one is known: whatever else moves with a lamp's
  /// light, a reflection or what a codec made of it, looks like Morse as well.
  static let caution = log(1000.0)

  /// Another place was found to be a lamp.
  mutating func noteOther() {
    prior -= Self.caution
  }
}
