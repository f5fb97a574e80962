import ArgumentParser
import Scene

/// The flags that say how the scene is filmed.
struct CameraOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Pictures a second.", valueName: "n"))
  var fps = 30.0

  @Option(
    help: ArgumentHelp(
      "Variable frame rate: part of the interval by which pictures are early or late.",
      valueName: "part"))
  var vfr = 0.0

  @Option(help: ArgumentHelp("Part of the pictures that are missing.", valueName: "part"))
  var dropped = 0.0

  @Option(
    help: ArgumentHelp(
      "Seconds of light in each picture (default: half the interval).", valueName: "seconds"))
  var exposure: Double?

  @Option(
    help: ArgumentHelp(
      "Rolling shutter: seconds from the first row's exposure to the last row's.",
      valueName: "seconds"))
  var readout = 0.0

  @Option(
    help: ArgumentHelp(
      "Sensor noise: standard deviation of each pixel's luma, in steps.", valueName: "steps"))
  var noise = 2.0

  @Option(help: ArgumentHelp("Noise of the colours besides.", valueName: "steps"))
  var chromaNoise = 0.0

  @Option(
    help: ArgumentHelp(
      "Gamma of the camera: 1 is linear in light, cameras are near 2.2.", valueName: "n"))
  var gamma = 1.0

  @Option(
    help: ArgumentHelp(
      "Automatic exposure: part of the brightness that is lost in the end while the lamp is on.",
      valueName: "part"))
  var autoExposure = 0.0

  @Option(
    help: ArgumentHelp(
      "Seconds in which automatic exposure has lost 63 % of that.", valueName: "seconds"))
  var exposureSettling = 0.15

  @Option(
    help: ArgumentHelp(
      "Hand-held: pixels that the picture sways by to either side.", valueName: "pixels"))
  var sway = 0.0

  @Option(help: ArgumentHelp("How fast it sways at most.", valueName: "hertz"))
  var swayFrequency = 1.5

  @Option(
    help: ArgumentHelp(
      "Standard deviation of a tremble that is new in every picture.", valueName: "pixels"))
  var tremble = 0.0

  @Flag(help: "Smear what moves during the exposure.")
  var motionBlur = false

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Turn away and back; may be given several times.", valueName: "start,turn,stay,x,y"))
  var pan: [PanArgument] = []

  func validate() throws {
    guard (0.1...1000).contains(fps) else { throw ValidationError("--fps must be 0.1 to 1000") }
    guard (0...0.95).contains(vfr), (0...0.95).contains(dropped) else {
      throw ValidationError("--vfr and --dropped must be 0 to 0.95")
    }
    if let exposure, !(exposure > 0 && exposure <= 1 / fps) {
      throw ValidationError(
        "--exposure must be more than 0 and at most the interval between pictures, 1 / --fps")
    }
    guard (0...1).contains(readout) else {
      throw ValidationError("--readout must be 0 to 1 second")
    }
    guard (0...255).contains(noise), (0...255).contains(chromaNoise) else {
      throw ValidationError("--noise and --chroma-noise must be 0 to 255 luma steps")
    }
    guard (0.1...5).contains(gamma) else { throw ValidationError("--gamma must be 0.1 to 5") }
    guard (0...1).contains(autoExposure) else {
      throw ValidationError("--auto-exposure must be 0 to 1")
    }
    guard (0...60).contains(exposureSettling) else {
      throw ValidationError("--exposure-settling must be 0 to 60 seconds")
    }
    guard autoExposure > 0 || exposureSettling == 0.15 else {
      throw ValidationError("--exposure-settling is of --auto-exposure: give that too")
    }
    guard (0...10_000).contains(sway), (0...1000).contains(tremble) else {
      throw ValidationError("--sway must be 0 to 10000 pixels, --tremble 0 to 1000")
    }
    guard (0...100).contains(swayFrequency) else {
      throw ValidationError("--sway-frequency must be 0 to 100 hertz")
    }
  }

  var timing: FrameTiming { FrameTiming(rate: fps, jitter: vfr, dropped: dropped) }

  var sensor: Sensor {
    Sensor(
      exposure: exposure, readout: readout, noise: noise, chromaNoise: chromaNoise, gamma: gamma,
      autoExposure: autoExposure > 0 ? .init(pull: autoExposure, settling: exposureSettling) : nil)
  }

  var motion: Motion {
    Motion(
      sway: sway, swayFrequency: swayFrequency, jitter: tremble, pans: pan.map(\.pan),
      blurSteps: motionBlur ? 8 : 1)
  }
}
