/// How a light that moves is read by the pixels where it is (`PeakMeter`).
struct PixelReading: Hashable, Sendable {
  /// What stands out there while it is dark, in steps of luma.
  var unlit: Double
  /// What a step counts, and what none does: a light that tiles told before keeps their unit.
  var scale = 1.0
  var offset = 0.0
  /// Whether that is told where the light is to the pixel (`SpotCourse`).
  var isOfSpots = false

  /// The light of what stands out; nil, where nobody looked, is dark.
  func light(_ excess: Double?) -> Double { offset + scale * (excess ?? unlit) }

  /// The light of what a picture's pixels showed.
  func light(_ peak: FlashTrack.Peak?) -> Double { light(isOfSpots ? peak?.spot : peak?.excess) }
}
