import Photometry
import Testing

@testable import Receiver

@Suite struct LampTests {
  @Test func `a compact trace gives the samples back to a tenth of a millisecond`() {
    var trace = LampTrace()
    let samples = (0..<1000).map {
      BrightnessSample(time: 17.3 + Double($0) / 29.97, exposure: 0.01, brightness: Double($0 % 7))
    }
    for sample in samples { trace.append(sample) }
    for (before, after) in zip(samples, trace.samples) {
      #expect(abs(before.time - after.time) <= 0.5001e-4)
      #expect(before.brightness == after.brightness)
      #expect(after.exposure == 0.01)
    }
  }

  @Test func `a time that goes back is left out instead of trapping`() {
    var trace = LampTrace()
    trace.append(BrightnessSample(time: 5, brightness: 1))
    trace.append(BrightnessSample(time: 4, brightness: 1))
    trace.append(BrightnessSample(time: 1e12, brightness: 1))
    #expect(trace.count == 1)
  }

  private func admits(_ squelch: inout Squelch, _ evidence: Double) -> Bool {
    squelch.admits(evidence: evidence)
  }

  @Test func `the squelch asks more of one place among many, until Morse was read there`() {
    var squelch = Squelch(prior: Squelch.prior(searched: 1000, isPointedOut: true), isOff: false)
    #expect(!admits(&squelch, 5))
    #expect(admits(&squelch, 8))
    #expect(admits(&squelch, 1), "open until the message ends")
    squelch.endMessage()
    #expect(!admits(&squelch, -1))
    #expect(admits(&squelch, 1))
  }

  @Test func `a plain light needs less, but no less than where somebody pointed`() {
    let prior = Squelch.prior(searched: 1, isPointedOut: false)
    let squelch = Squelch(prior: prior, isOff: false)
    #expect(!squelch.wouldAdmit(evidence: 4))
    #expect(squelch.wouldAdmit(evidence: 4, plainness: Doubt.mostPlainness))
    #expect(!Squelch(prior: 0, isOff: false).wouldAdmit(evidence: -1, plainness: 3))
  }

  @Test func `squelch off admits everything`() {
    var squelch = Squelch(prior: -100, isOff: true)
    #expect(admits(&squelch, -1000))
  }

  @Test(arguments: 0..<4)
  func `a place and the region around it stay together however the picture is turned`(turns: Int) {
    let orientation = Orientation(width: 640, height: 360, quarterTurns: turns)
    let place = orientation.shown(x: 100.5, y: 50.5)
    let shown = Region(x: Int(place.x), y: Int(place.y), width: 1, height: 1)
    #expect(orientation.stored(shown) == Region(x: 100, y: 50, width: 1, height: 1))
    #expect(place.x < Double(orientation.shownSize.width))
    #expect(place.y < Double(orientation.shownSize.height))
  }
}
