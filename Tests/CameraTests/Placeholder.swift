import Testing

@testable import Camera
