import Testing

@testable import Photometry

struct FrameMeterTests {
  /// One row of the table: a frame of two pixels a second, and what the rules make of it.
  struct Row: Sendable {
    var pixels: [UInt8]
    var level: Double
    var isOn: Bool
    var isCalibrating: Bool
  }

  @Test func `a table worked out by hand from the original's rules`() throws {
    // Two calibration frames; threshold 103; re-calibration after 2 s.
    let table = [
      // Calibrated values 100, 100; then (100 + 110) / 2 = 105 and 95; last unlit total 200.
      Row(pixels: [100, 100], level: 100, isOn: false, isCalibrating: true),
      Row(pixels: [110, 90], level: 100, isOn: false, isCalibrating: true),
      // Limits 120.75 and 109.25. 202 / 200 = 101: not yet 100, the last unlit total is 202.
      Row(pixels: [100, 102], level: 101, isOn: false, isCalibrating: true),
      // 203 / 202 = 100.495: cut to 100, judged, off.
      Row(pixels: [100, 103], level: 100 * 203 / 202.0, isOn: false, isCalibrating: false),
      // 121 is over 120.75 and counts twice: (242 + 103) / 203.
      Row(pixels: [121, 103], level: 100 * 345 / 203.0, isOn: true, isCalibrating: false),
      Row(pixels: [120, 109], level: 100 * 229 / 203.0, isOn: true, isCalibrating: false),
      // On for exactly 2 s is not more than 2 s.
      Row(pixels: [120, 109], level: 100 * 229 / 203.0, isOn: true, isCalibrating: false),
      Row(pixels: [120, 109], level: 100 * 229 / 203.0, isOn: false, isCalibrating: true),
      // Frames 1 and 2 of the new calibration; total 229.
      Row(pixels: [120, 109], level: 100, isOn: false, isCalibrating: true),
      Row(pixels: [120, 109], level: 100, isOn: false, isCalibrating: true),
      Row(pixels: [120, 109], level: 100, isOn: false, isCalibrating: false),
      // A fall re-bases at once, so that the small rise after it is light.
      Row(pixels: [60, 54], level: 100 * 114 / 229.0, isOn: false, isCalibrating: false),
      Row(pixels: [60, 60], level: 100 * 120 / 114.0, isOn: true, isCalibrating: false),
      Row(pixels: [60, 54], level: 100, isOn: false, isCalibrating: false),
      // Over the threshold but not over 95 cannot be: 103 is higher. 102.6 is not over 103.
      Row(pixels: [60, 57], level: 100 * 117 / 114.0, isOn: false, isCalibrating: false),
    ]
    var meter = FrameMeter(
      options: FrameMeter.Options(threshold: .level(103), calibrationFrames: 2))
    var wasOn = false
    for (second, row) in table.enumerated() {
      let bytes = FrameBytes(width: 2, height: 1, gray: row.pixels)
      let reading = bytes.withFrame(time: Double(second)) { frame in meter.consume(frame) }
      #expect(abs(reading.level - row.level) < 1e-9, "second \(second)")
      #expect(reading.isOn == row.isOn, "second \(second)")
      #expect(reading.isCalibrating == row.isCalibrating, "second \(second)")
      #expect(reading.time == Double(second))
      #expect(
        reading.event
          == (row.isOn == wasOn
            ? nil : LightEvent(time: Double(second), isOn: row.isOn, level: reading.level)))
      wasOn = row.isOn
    }
  }

  @Test func `a level over the threshold but not over 95 is off`() throws {
    var meter = FrameMeter(
      options: FrameMeter.Options(threshold: .level(50), calibrationFrames: 1))
    var on: [Bool] = []
    for (second, pixel) in [UInt8(100), 100, 90, 90].enumerated() {
      let bytes = FrameBytes(width: 1, height: 1, gray: [pixel])
      on.append(
        bytes.withFrame(time: Double(second)) { frame in meter.consume(frame).isOn })
    }
    // 100 % of the ambient is over 50 and over 95; 90 % is not; and then 90 is the ambient.
    #expect(on == [false, true, false, true])
  }

  @Test(arguments: TileGridTests.formats)
  func `every pixel format, matrix and range gives the level of the definition`(
    _ format: PixelFormat
  ) throws {
    var seed: UInt64 = 50
    for matrix in [ColorMatrix.bt601, .bt709, .bt2020] {
      for range in [ValueRange.full, .limited] {
        for region in [nil, Region(x: 3, y: 1, width: 12, height: 9)] {
          seed += 1
          var naive = NaiveFrameMeter()
          var meter = FrameMeter(
            options: FrameMeter.Options(
              threshold: .level(103), calibrationFrames: 2, region: region))
          for index in 0..<4 {
            let bytes = FrameBytes(
              width: 21, height: 13, format: format, matrix: matrix, range: range,
              seed: seed * 100 + UInt64(index))
            let expected = naive.level(bytes, region: region, calibrate: index < 2)
            let reading = bytes.withFrame(time: Double(index)) { frame in meter.consume(frame) }
            guard index >= 2 else { continue }
            #expect(abs(reading.level - expected) < 0.02, "\(matrix) \(range)")
          }
        }
      }
    }
  }

  @Test func `the automatic threshold goes half way to the lamp, and comes back when it is gone`() {
    var rules = FrameRules(options: FrameMeter.Options(calibrationFrames: 1))
    _ = rules.calibrate(time: 0, total: 1000)
    _ = rules.judge(time: 0.1, total: 1000)
    #expect(rules.threshold == 103)
    #expect(rules.judge(time: 0.2, total: 1200).isOn)
    _ = rules.judge(time: 0.3, total: 1000)
    #expect(rules.threshold == 110)
    #expect(!rules.judge(time: 0.4, total: 1090).isOn)
    _ = rules.judge(time: 0.5, total: 1090)
    #expect(!rules.judge(time: 10.2, total: 1090).isOn)
    #expect(rules.judge(time: 10.4, total: 1130).isOn)
    // 1130 / 1090 is a level of 103.67: half of it would be over 101.
    _ = rules.judge(time: 10.5, total: 1090)
    #expect(abs(rules.threshold - (100 + 50 * (1130.0 / 1090 - 1))) < 1e-9)
  }

  @Test func `a black picture that lights up has a finite level and is on`() throws {
    var meter = FrameMeter(options: FrameMeter.Options(calibrationFrames: 2))
    var readings: [FrameMeter.Reading] = []
    for (index, value) in [UInt8(0), 0, 0, 9, 0].enumerated() {
      let bytes = FrameBytes(width: 4, height: 4, gray: [UInt8](repeating: value, count: 16))
      readings.append(
        bytes.withFrame(time: Double(index)) { frame in meter.consume(frame) })
    }
    #expect(readings.map(\.isOn) == [false, false, false, true, false])
    #expect(readings.allSatisfy { $0.level.isFinite })
  }

  @Test func `a frame of another size begins a new calibration`() throws {
    var meter = FrameMeter(options: FrameMeter.Options(calibrationFrames: 1))
    func read(_ side: Int, _ time: Double) -> FrameMeter.Reading {
      let bytes = FrameBytes(
        width: side, height: side, gray: [UInt8](repeating: 50, count: side * side))
      return bytes.withFrame(time: time) { frame in meter.consume(frame) }
    }
    #expect(read(4, 0).isCalibrating)
    #expect(!read(4, 1).isCalibrating)
    #expect(read(8, 2).isCalibrating)
    #expect(!read(8, 3).isOn)
  }

  @Test(arguments: TileGridTests.formats)
  func `a plane that is shorter than its size says is a fault and changes nothing`(
    _ format: PixelFormat
  ) {
    let bytes = FrameBytes(width: 21, height: 13, format: format, seed: 3)
    for plane in bytes.planes.indices {
      var short = bytes
      short.planes[plane].removeLast()
      var meter = FrameMeter()
      let reading = short.withFrame { frame in meter.consume(frame) }
      #expect(reading.fault?.code == .truncated && !reading.isOn)
    }
  }
}
