import Testing

@testable import Receiver
