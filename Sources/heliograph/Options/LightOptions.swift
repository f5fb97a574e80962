public import ArgumentParser
public import MorseCode
import Photometry
public import Receiver

/// The flags of every command that looks at light.
struct LightOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "How little light counts: auto, or 0 to 100 (threshold 115 - 0.15 x N; 80 suits mid light).",
      valueName: "auto|N"))
  var sensitivity: Sensitivity = .auto

  @Option(help: ArgumentHelp("The on-threshold itself; the ambient is 100.", valueName: "level"))
  var threshold: Double?

  @Option(
    help: ArgumentHelp(
      "Longest time a light may stay on before it is taken for the new ambient.",
      valueName: "seconds"))
  var recalibrateAfter = 2.0

  @Option(help: ArgumentHelp("Frames from which the ambient is learnt.", valueName: "count"))
  var calibrationFrames = 25

  @Option(
    help: """
      What is measured: auto (every lamp that is found), frame (the whole picture, by the original \
      receiver's rules) or spot (the one strongest lamp).
      """)
  var meter: ReceiverOptions.Meter = .auto

  @Option(
    help: ArgumentHelp("Look only at this part of the picture, in pixels.", valueName: "x,y,w,h"))
  var region: Region?

  @Option(help: "Keep silent about light that is not Morse: auto or off.")
  var squelch: SquelchMode = .auto

  @Option(
    help: ArgumentHelp(
      "The speed in words a minute, or a range of speeds, where it is known.",
      valueName: "n|from-to"))
  var wpm: SpeedRange?

  @Option(
    help: "The script that codes are printed in.")
  var alphabet: Alphabet = .international

  @Option(
    help: """
      Whether letters that are frequent in English are rather believed where light is unclear: off or \
      mild.
      """)
  var languageModel: TimingDecoder.LanguageModel = .mild

  func validate() throws {
    if sensitivity != .auto, threshold != nil {
      throw ValidationError("give either --sensitivity or --threshold, not both")
    }
    if let threshold, !(threshold > 95 && threshold.isFinite) {
      throw ValidationError("--threshold must be above 95, the ambient being 100")
    }
    guard recalibrateAfter > 0, recalibrateAfter.isFinite else {
      throw ValidationError("--recalibrate-after must be more than 0 seconds")
    }
    guard (1...10_000).contains(calibrationFrames) else {
      throw ValidationError("--calibration-frames must be 1 to 10000")
    }
  }

  /// What the receiver is told; the picture's orientation, where there is one, comes later.
  var receiverOptions: ReceiverOptions {
    var detector = Detector.Options()
    detector.threshold = threshold.map(Detector.Threshold.level) ?? sensitivity.threshold
    detector.recalibrateAfter = recalibrateAfter
    detector.calibrationFrames = calibrationFrames
    var timing = TimingDecoder.Options(alphabet: alphabet, languageModel: languageModel)
    if let wpm { timing.speeds = wpm.speeds }
    return ReceiverOptions(
      meter: meter, detector: detector, timing: timing,
      isSquelched: squelch == .auto, region: region)
  }
}

enum SquelchMode: String, CaseIterable, ExpressibleByArgument {
  case auto
  case off
}

extension ReceiverOptions.Meter: ExpressibleByArgument {}
extension Alphabet: ExpressibleByArgument {}
extension TimingDecoder.LanguageModel: ExpressibleByArgument {}
