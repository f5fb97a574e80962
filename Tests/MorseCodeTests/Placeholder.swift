import Testing

@testable import MorseCode
