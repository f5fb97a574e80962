/// Where a picture shows the scene: at which pixels its tiles are.
struct ScenePlacement: Hashable, Sendable {
  /// The pixel at which the scene's first tile begins, in or out of the picture.
  var x = 0
  var y = 0
  /// How the scene is turned, where that is felt.
  var skew: TileSkew?

  /// The pixel at which a place of the scene is, which is given in tiles.
  func pixel(ofTile x: Double, _ y: Double) -> (x: Double, y: Double) {
    let side = Double(TileGrid.side)
    let place = (x: Double(self.x) + x * side, y: Double(self.y) + y * side)
    guard let offset = skew?.offset(place.x, place.y) else { return place }
    return (place.x + offset.x, place.y + offset.y)
  }
}

extension Collection<SignalHistory.Moment> where Self: BidirectionalCollection {
  /// Where the last picture that was followed shows the scene.
  var placement: ScenePlacement { last { !$0.view.isEmpty }?.placement ?? ScenePlacement() }
}

extension Region {
  /// The place in it that is nearest to a pixel.
  func nearest(to place: (x: Double, y: Double)) -> (x: Double, y: Double) {
    (
      min(max(place.x, Double(x)), Double(x + width)),
      min(max(place.y, Double(y)), Double(y + height))
    )
  }
}
