import Testing

@testable import Sidetone
