import MorseCode
public import Photometry

extension Scene {
  /// Seconds of light in each picture.
  public var exposure: Double {
    let half = timing.rate > 0 ? 0.5 / timing.rate : 0
    return max(0, sensor.exposure ?? half)
  }

  /// The brightness that one sensor sees that looks at nothing but a lamp's place: one sample a
  /// picture, with the sensor's noise, curve, saturation and automatic exposure, unrounded.
  public func trace(of lampIndex: Int = 0) -> [BrightnessSample] {
    let curve = TransferCurve(gamma: sensor.gamma)
    let lamp = lamps.indices.contains(lampIndex) ? lamps[lampIndex] : nil
    let light = KeyedLight(
      events: lamp.map { events(of: $0) } ?? [], riseTime: lamp?.riseTime ?? 0)
    let eye = lamp.map {
      RenderedLight.adaptation(to: $0, shift: lead, settling: sensor.autoExposure?.settling ?? 0)
    }
    let strength = curve.light(adding: lamp?.added ?? 0, to: background.level)
    var ambientRandom = RandomSource(seed: seed, stream: "ambient")
    let driftPhase = ambientRandom.uniform()
    let flickerPhase = ambientRandom.uniform()
    var random = RandomSource(seed: seed, stream: "trace noise")
    return timing.times(duration: duration, seed: seed).map { time in
      let start = time - exposure / 2
      let end = time + exposure / 2
      let ambientGain = ambient.gain(
        from: start, to: end, driftPhase: driftPhase, flickerPhase: flickerPhase)
      let twinkle = lamp.map {
        $0.twinkle > 0 ? random.logNormal(mean: 0, deviation: $0.twinkle) : 1
      }
      let gathered =
        curve.light(for: background.level) * ambientGain
        + strength * (twinkle ?? 1) * light.mean(from: start, to: end)
      let pulled = (sensor.autoExposure?.pull ?? 0) * (eye?.light(at: start) ?? 0)
      let value = curve.value(for: gathered * max(0, 1 - pulled)) + sensor.noise * random.normal()
      return BrightnessSample(
        time: time, exposure: exposure, brightness: min(max(value, 0), 255))
    }
  }
}
