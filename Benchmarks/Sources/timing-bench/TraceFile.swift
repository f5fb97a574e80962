import Foundation
import MorseCode
import Photometry

/// A trace read from CSV: either brightness or key events.
enum TraceFile {
  case brightness([BrightnessSample])
  case events([KeyEvent])

  init?(path: String) {
    guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return nil }
    var lines = text.split(separator: "\n").makeIterator()
    guard let header = lines.next() else { return nil }
    var samples: [BrightnessSample] = []
    var events: [KeyEvent] = []
    while let line = lines.next() {
      let fields = line.split(separator: ",")
      guard fields.count >= 2, let time = Double(fields[0]), let value = Double(fields[1]) else {
        continue
      }
      if header.hasSuffix("luma") {
        samples.append(BrightnessSample(time: time, brightness: value))
      } else {
        events.append(KeyEvent(time: time, isDown: value != 0))
      }
    }
    self = header.hasSuffix("luma") ? .brightness(samples) : .events(events)
  }

  /// Seconds.
  var length: Double {
    switch self {
    case .brightness(let samples):
      (samples.last?.time ?? 0) - (samples.first?.time ?? 0)
    case .events(let events): (events.last?.time ?? 0) - (events.first?.time ?? 0)
    }
  }

  /// As recorded (`live` false) or sample by sample.
  func messages(live: Bool, options: TimingDecoder.Options) -> [DecodedMessage] {
    switch self {
    case .brightness(let samples):
      if live {
        var detector = Detector()
        var decoder = TimingDecoder(options: options)
        var outputs: [TimingDecoder.Output] = []
        func take(_ detection: Detector.Detection) {
          for sample in detection.samples { outputs += decoder.consume(TraceFile.key(sample)) }
        }
        for sample in samples { take(detector.consume(sample)) }
        take(detector.finish())
        return TraceFile.messages(outputs + decoder.finish())
      }
      return TimingDecoder.read(
        Detector.judge(samples).samples.map(TraceFile.key), options: options)
    case .events(let events):
      let end = (events.last?.time ?? 0) + 1.5
      if live {
        var decoder = TimingDecoder(options: options)
        var outputs: [TimingDecoder.Output] = []
        for event in events { outputs += decoder.consume(event) }
        outputs += decoder.advance(to: end)
        return TraceFile.messages(outputs + decoder.finish())
      }
      return TimingDecoder.read(events, until: end, options: options)
    }
  }

  private static func key(_ sample: LightSample) -> KeySample {
    KeySample(
      time: sample.time, exposure: sample.exposure, down: sample.lit, deviation: sample.deviation)
  }

  private static func messages(_ outputs: [TimingDecoder.Output]) -> [DecodedMessage] {
    var messages: [DecodedMessage] = []
    var characters: [DecodedCharacter] = []
    for output in outputs {
      switch output {
      case .character(let character): characters.append(character)
      case .endOfMessage(let evidence):
        messages.append(DecodedMessage(characters: characters, evidence: evidence))
        characters = []
      }
    }
    return messages
  }
}
