/// A V4L2 camera.
public struct Camera: Sendable {}
