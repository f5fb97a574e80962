import Testing

@testable import Photometry
