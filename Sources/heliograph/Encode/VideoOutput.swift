import Photometry
import Scene
import VideoFile

/// Renders a scene into a video file.
struct VideoOutput {
  let path: String
  let options: FileOptions

  /// Stops early, with a complete file, when the program is asked to end.
  func write(_ scene: Scene) throws(Fault) {
    Interruption.watch()
    do throws(VideoError) {
      let writer = try VideoWriter(
        path: path,
        options: VideoWriter.Options(
          width: scene.width, height: scene.height, frameRate: scene.timing.rate,
          codec: options.codec, matrix: options.matrix.matrix, range: options.range.range,
          quarterTurns: options.rotate / 90))
      var renderer = scene.pictures()
      while !Interruption.isRequested, let picture = renderer.next() {
        try picture.withFrame { frame throws(VideoError) in try writer.write(frame) }
      }
      try writer.finish()
    } catch {
      throw Fault(error)
    }
    if Interruption.isRequested { note("\(path): stopped early; what was rendered is complete") }
  }
}
