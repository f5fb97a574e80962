import Testing

@testable import VideoFile
