import Photometry
import Testing

@testable import Receiver

struct RecordedPlaceTests {
  /// A place that is followed from a time on until another, in seconds.
  private static func place(_ times: ClosedRange<Int>) -> RecordedPlace {
    var place = RecordedPlace(place: nil, prior: 0)
    place.traces.append(LampTrace())
    for time in times {
      place.append(BrightnessSample(time: Double(time), brightness: 100))
    }
    return place
  }

  @Test func `a place that proves to be no lamp keeps what it gave for longer before`() {
    var place = Self.place(0...70)
    place.dismiss(since: 40)
    #expect(place.traces.map(\.count) == [40])
  }

  @Test func `a place that proves to be no lamp soon after it was found never was one`() {
    var place = Self.place(10...54)
    place.dismiss(since: 24)
    #expect(place.traces.isEmpty)
  }

  @Test func `what the place gave before it was found anew stays`() {
    var place = Self.place(0...40)
    place.traces.append(LampTrace())
    for time in 100...140 { place.append(BrightnessSample(time: Double(time), brightness: 100)) }
    place.dismiss(since: 110)
    #expect(place.traces.map(\.count) == [41])
  }

  @Test func `a place of which nothing was seen can be dismissed`() {
    var place = RecordedPlace(place: nil, prior: 0)
    place.dismiss(since: 1)
    #expect(place.traces.isEmpty)
  }

  @Test func `what there was without another light takes the place of what was seen with it`() {
    var place = Self.place(0...40)
    place.cover([
      LampFinder.CoveredSample(time: 7, brightness: 30, uncertainty: 2, lit: 0, swing: 60),
      LampFinder.CoveredSample(
        time: 8, brightness: 60, uncertainty: .infinity, lit: 0.4, swing: 60),
      LampFinder.CoveredSample(time: 8.4, brightness: 10, uncertainty: 1, lit: 0, swing: 60),
      LampFinder.CoveredSample(time: 90, brightness: 10, uncertainty: 1, lit: 0, swing: 60),
    ])
    let samples = place.traces.first?.samples ?? []
    #expect(samples.map(\.brightness).filter { $0 != 100 } == [30, 60])
    #expect(samples.count == 41 && samples[7].uncertainty == 2)
    #expect(samples[8].uncertainty == .infinity && samples[9].uncertainty == 0)
    // What is read anew is told anew.
    place.end(at: 8)
    #expect(place.traces.first?.samples.count { $0.uncertainty > 0 } == 1)
  }

  @Test
  func
    `how uncertain a sample is stays with it, and nobody can tell what is as uncertain as can be`()
  {
    var place = RecordedPlace(place: nil, prior: 0)
    place.traces.append(LampTrace())
    for index in 0..<200 {
      var sample = BrightnessSample(
        time: Double(index) / 20, brightness: index / 5 % 2 == 0 ? 100 : 200)
      if index == 57 { sample.uncertainty = 30 }
      if index == 101 { sample.uncertainty = .infinity }
      place.append(sample)
    }
    let samples = place.detection(Detector.Options()).samples
    #expect(samples.count == 200)
    #expect(samples[56].deviation < 0.1 && abs(samples[57].deviation - 0.3) < 0.05)
    #expect(samples[57].lit > 0.9)
    #expect(samples[101].lit == 0.5 && samples[101].deviation == 1)
  }
}
