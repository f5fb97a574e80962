import Photometry
import Receiver

extension ReceiverOptions {
  /// Throws where the region is not a part of the picture of `path`.
  func check(region orientation: Orientation, of path: String) throws(Fault) {
    guard let region else { return }
    let (width, height) = orientation.shownSize
    guard region.x + region.width <= width, region.y + region.height <= height else {
      throw Fault(
        .usage,
        """
        \(path): --region \(region.x),\(region.y),\(region.width),\(region.height) reaches beyond \
        the picture, which is \(width)x\(height); give a part of it
        """)
    }
  }
}
