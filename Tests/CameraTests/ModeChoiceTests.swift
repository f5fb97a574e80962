import Testing

@testable import Camera

@Suite struct ModeChoiceTests {
  private static func mode(
    _ format: String, _ width: Int, _ height: Int, _ rates: [Double], isConverted: Bool = false,
    isRateContinuous: Bool = false
  ) -> CameraMode {
    CameraMode(
      format: FourCC(format), width: width, height: height, rates: rates.compactMap(FrameRate.init),
      isRateContinuous: isRateContinuous, isConverted: isConverted)
  }

  /// A common USB 2 webcam: raw is slow where it is large, compressed is not.
  private static let webcam = [
    mode("YUYV", 640, 480, [30, 15]), mode("YUYV", 1280, 720, [10]), mode("YUYV", 320, 240, [30]),
    mode("MJPG", 1280, 720, [30]), mode("MJPG", 640, 480, [30]), mode("H264", 1920, 1080, [60]),
  ]

  private func chosen(_ choice: ModeChoice?) -> String {
    guard let choice else { return "none" }
    return "\(choice.mode.format) \(choice.mode.width)x\(choice.mode.height)"
      + "@\(choice.rate?.description ?? "?")"
  }

  @Test func enoughSizeThenTheHighestRateThenRawIsBest() {
    #expect(chosen(.best(of: Self.webcam)) == "YUYV 640x480@30")
    // As vivid's: the larger, the slower.
    let sizes = [(320, 180, 60.0), (640, 360, 40), (640, 480, 25), (1280, 720, 12.5)]
    let free = sizes.map { Self.mode("YUYV", $0.0, $0.1, [$0.2, 10]) }
    #expect(chosen(.best(of: free)) == "YUYV 640x480@25")
    let quick = Self.webcam + [Self.mode("MJPG", 1280, 720, [60])]
    #expect(chosen(.best(of: quick)) == "MJPG 1280x720@60")
  }

  @Test func aLargePictureThatComesSlowlyIsNotWorthIt() {
    let slow = [Self.mode("YUYV", 640, 480, [10]), Self.mode("YUYV", 320, 240, [30])]
    #expect(chosen(.best(of: slow)) == "YUYV 320x240@30")
  }

  @Test func aSizeThatIsAskedForIsTakenAtItsHighestRate() {
    #expect(chosen(.best(of: Self.webcam, width: 1280, height: 720)) == "MJPG 1280x720@30")
    #expect(chosen(.best(of: Self.webcam, width: 800, height: 600)) == "none")
  }

  @Test func theNearestRateToTheOneAskedForIsTaken() {
    #expect(
      chosen(.best(of: Self.webcam, rate: FrameRate(14))) == "YUYV 640x480@15")
    #expect(
      chosen(.best(of: Self.webcam, width: 1280, height: 720, rate: FrameRate(10)))
        == "YUYV 1280x720@10")
  }

  @Test func moreThanSixtyFramesASecondIsNoGain() {
    let quick = [Self.mode("YUYV", 320, 240, [187]), Self.mode("YUYV", 640, 480, [60])]
    #expect(chosen(.best(of: quick)) == "YUYV 640x480@60")
  }

  @Test func aConvertedFormatIsTakenOnlyForWantOfANativeOne() {
    let bayer = [
      Self.mode("BA81", 640, 480, [30]), Self.mode("YU12", 640, 480, [30], isConverted: true),
    ]
    #expect(chosen(.best(of: bayer)) == "YU12 640x480@30")
    let both = bayer + [Self.mode("GREY", 640, 480, [30])]
    #expect(chosen(.best(of: both)) == "GREY 640x480@30")
  }

  @Test func whatCannotBeReadIsNotChosen() {
    #expect(chosen(.best(of: [Self.mode("H264", 1920, 1080, [30])])) == "none")
  }

  @Test func aFreeRateIsTakenAsAskedForWithinItsLimits() {
    let free = [Self.mode("YUYV", 640, 480, [60, 5], isRateContinuous: true)]
    #expect(chosen(.best(of: free, rate: FrameRate(24))) == "YUYV 640x480@24")
    #expect(chosen(.best(of: free, rate: FrameRate(100))) == "YUYV 640x480@60")
  }

  @Test func aDriverThatNamesNoRatesIsReadAtItsOwn() {
    #expect(chosen(.best(of: [Self.mode("YUYV", 640, 480, [])])) == "YUYV 640x480@?")
  }
}
