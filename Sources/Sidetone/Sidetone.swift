/// A tone that is keyed along with the light.
public struct Sidetone: Sendable {}
