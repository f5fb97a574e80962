import ArgumentParser
import Scene

/// The flags that say what is around the lamp.
struct SceneOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Pixels of the picture.", valueName: "width x height"))
  var size = PictureSize(width: 640, height: 360)

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Seconds before the first mark; negative: the recording begins in the middle of the text.",
      valueName: "seconds"))
  var lead = 2.0

  @Option(help: ArgumentHelp("Seconds after the last mark.", valueName: "seconds"))
  var tail = 2.0

  @Option(
    help: ArgumentHelp(
      "Seconds in all, whatever the text needs.", valueName: "seconds"))
  var duration: Double?

  @Option(
    help: ArgumentHelp(
      "flat, textured, room, daylight, or the luma of an even one.", valueName: "kind|level"))
  var background: BackgroundArgument = .flat

  @Option(
    help: ArgumentHelp(
      "Contrast of the background's texture: standard deviation in luma steps.",
      valueName: "steps"))
  var texture: Double?

  @Option(
    help: ArgumentHelp(
      "Pixels over which the texture's finest part stays alike.", valueName: "pixels"))
  var textureGrain: Double?

  @Option(
    help: ArgumentHelp(
      "Rectangles with sharp edges in the background: how many.", valueName: "n"))
  var blocks: Int?

  @Option(
    help: ArgumentHelp("Part of the daylight by which it swings to either side.", valueName: "part")
  )
  var ambientDrift = 0.0

  @Option(help: ArgumentHelp("Seconds of one such swing.", valueName: "seconds"))
  var ambientPeriod = 10.0

  @Option(
    help: ArgumentHelp(
      "Part of the light by which the mains makes it flicker to either side.", valueName: "part"))
  var flicker = 0.0

  @Option(
    help: ArgumentHelp("Hertz of the flicker, twice the mains frequency.", valueName: "hertz"))
  var flickerFrequency = 100.0

  @Option(
    help: """
      Something that disturbs: headlight, indicator, television, fireworks or cuts; may be given \
      several times.
      """)
  var distractor: [DistractorArgument] = []

  func validate() throws {
    guard (-86_400...86_400).contains(lead), (0...86_400).contains(tail) else {
      throw ValidationError("--lead must be -86400 to 86400 seconds, --tail 0 to 86400")
    }
    if let duration, !(duration > 0 && duration <= 86_400) {
      throw ValidationError("--duration must be more than 0 and at most 86400 seconds")
    }
    if let texture, !(0...255).contains(texture) {
      throw ValidationError("--texture must be 0 to 255 luma steps")
    }
    if let textureGrain, !(0.5...1000).contains(textureGrain) {
      throw ValidationError("--texture-grain must be 0.5 to 1000 pixels")
    }
    guard textureGrain == nil || backdrop.contrast > 0 else {
      throw ValidationError("--texture-grain needs a texture: give --texture too")
    }
    if let blocks, !(0...10_000).contains(blocks) {
      throw ValidationError("--blocks must be 0 to 10000")
    }
    guard (0...1).contains(ambientDrift), (0...1).contains(flicker) else {
      throw ValidationError("--ambient-drift and --flicker must be 0 to 1")
    }
    guard (0.01...86_400).contains(ambientPeriod) else {
      throw ValidationError("--ambient-period must be 0.01 to 86400 seconds")
    }
    guard (0...10_000).contains(flickerFrequency) else {
      throw ValidationError("--flicker-frequency must be 0 to 10000 hertz")
    }
  }

  /// The background asked for.
  var backdrop: Background {
    var result = background.background
    if let texture {
      result.contrast = texture
      result.colorfulness = 0.3
    }
    if let textureGrain { result.grain = textureGrain }
    if let blocks { result.blocks = blocks }
    return result
  }

  var ambient: Ambient {
    Ambient(
      drift: ambientDrift, driftPeriod: ambientPeriod, flicker: flicker,
      flickerFrequency: flickerFrequency)
  }

  /// What disturbs, spread over the picture and the clip's `seconds`.
  func distractors(seconds: Double) -> [Distractor] {
    let width = Double(size.width)
    let height = Double(size.height)
    return distractor.map { kind in
      switch kind {
      case .headlight:
        .headlight(
          enters: seconds / 4, crossing: max(1, seconds / 4), width: width, y: 0.75 * height,
          radius: max(2, 0.02 * width))
      case .indicator:
        .light(
          .blinking(
            period: 0.7, from: 0, until: seconds, x: 0.75 * width, y: 0.6 * height,
            radius: max(2, 0.012 * width), added: 100,
            color: LightColor(red: 1, green: 0.6, blue: 0)))
      case .television:
        .television(
          Television(
            x: 0.08 * width, y: 0.1 * height, width: 0.22 * width, height: 0.2 * height))
      case .fireworks: .fireworks(Fireworks(reach: 0.12 * width))
      case .cuts: .cuts(interval: 2.5)
      }
    }
  }
}
