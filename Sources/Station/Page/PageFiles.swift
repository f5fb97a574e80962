import HTTPTypes
import Hummingbird

/// The page: files that are part of the program.
struct PageFiles {
  private struct File {
    var path: String
    var type: String
    var bytes: [UInt8]
  }

  private static let script = "text/javascript; charset=utf-8"

  private static var files: [File] {
    [
      File(path: "/", type: "text/html; charset=utf-8", bytes: PackageResources.index_html),
      File(path: "/style.css", type: "text/css; charset=utf-8", bytes: PackageResources.style_css),
      File(path: "/station.js", type: script, bytes: PackageResources.station_js),
      File(path: "/received.js", type: script, bytes: PackageResources.received_js),
      File(path: "/controls.js", type: script, bytes: PackageResources.controls_js),
      File(path: "/chart.js", type: script, bytes: PackageResources.chart_js),
      File(path: "/picture.js", type: script, bytes: PackageResources.picture_js),
      File(path: "/strips.js", type: script, bytes: PackageResources.strips_js),
      File(path: "/history.js", type: script, bytes: PackageResources.history_js),
      File(path: "/sidetone.js", type: script, bytes: PackageResources.sidetone_js),
      File(path: "/icon.svg", type: "image/svg+xml", bytes: PackageResources.icon_svg),
    ]
  }

  /// Nothing in them is secret: who has not said the token gets the page that asks for it.
  var routes: [Route] {
    Self.files.map { file in
      let buffer = ByteBuffer(bytes: file.bytes)
      return Route(.get, file.path, isOpen: true) { _ in
        Response(
          status: .ok, headers: [.contentType: file.type, .cacheControl: "no-cache"],
          body: ResponseBody(byteBuffer: buffer))
      }
    }
  }
}
