/// The chain from brightness to text.
public struct Receiver: Sendable {}
