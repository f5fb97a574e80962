import Photometry

/// Times the luma pass, the frame meter and the lamp finder on raw 1920x1080 frames of each pixel
/// format, as multiples of the time that reading the same bytes once takes. Ratios of one run only:
/// seconds differ from machine to machine.
///
/// `swift run -c release --package-path Benchmarks luma-bench [FORMAT ...]`
@main
struct LumaBench {
  static let formats: [(String, PixelFormat)] = [
    ("gray", .gray), ("yuv420", .yuv420), ("nv12", .nv12), ("yuyv", .yuyv), ("uyvy", .uyvy),
    ("rgb24", .rgb24), ("bgrx", .bgrx),
    ("yuv420 10 bit", PixelFormat(.planarYUV, bitDepth: 10, chromaShiftX: 1, chromaShiftY: 1)),
    ("gbr", PixelFormat(.planarGBR)), ("gbr 16 bit", PixelFormat(.planarGBR, bitDepth: 16)),
  ]

  static func main() throws {
    print(
      "format            reading  luma  with chroma  frame meter  lamp finder",
      "(multiples of reading the frame's bytes)  lamp finder / luma with chroma")
    let rate = 30.0
    // Frames from one search to the next.
    let each = Int(LampFinder.searchInterval * rate)
    let searches = 5
    let asked = CommandLine.arguments.dropFirst()
    for (name, format) in formats where asked.isEmpty || asked.contains(name) {
      // More frames than the caches hold, as from a camera.
      let frames = RawFrames(width: 1920, height: 1080, format: format, bytes: 96 << 20)
      var grid = TileGrid()
      var colorGrid = TileGrid()
      var meter = FrameMeter()
      var finder = LampFinder(options: LampFinder.Options(isAwaited: false))
      var failure: FrameError?
      var times = [[Double]](repeating: [], count: 5)
      // Half a minute before: then as much is kept as ever will be, and looked through.
      let before = Int(30 * rate) + 1
      for round in 0..<before {
        let index = round % frames.count
        frames.withFrame(index, time: Double(round) / rate) { _ = finder.consume($0) }
        frames.renew(index)
      }
      for round in 0..<(searches * each) {
        // Each reads other frames, so that none finds its bytes in the cache.
        let index = round % frames.count
        let third = frames.count / 3
        times[0].append(seconds { frames.read((index + third) % frames.count) })
        frames.withFrame((index + 2 * third) % frames.count, time: 0) { frame in
          times[1].append(
            seconds {
              do throws(FrameError) {
                try grid.measure(frame, channels: .luma)
              } catch {
                failure = error
              }
            })
        }
        frames.withFrame(index, time: 0) { frame in
          times[2].append(
            seconds {
              do throws(FrameError) { try colorGrid.measure(frame) } catch { failure = error }
            })
        }
        let time = Double(before + round) / rate
        frames.withFrame((index + third / 2) % frames.count, time: time) { frame in
          times[3].append(seconds { _ = meter.consume(frame) })
        }
        let other = (index + third + third / 2) % frames.count
        frames.withFrame(other, time: time) { frame in
          times[4].append(seconds { _ = finder.consume(frame) })
        }
        frames.renew(other)
      }
      if let failure { throw failure }
      // Of as many frames at a time, each time with a search, the median.
      let whole = stride(from: 0, to: times[4].count, by: each).map { begin in
        times[4][begin..<(begin + each)].reduce(0, +) / Double(each)
      }
      let medians = (times[..<4] + [whole]).map { $0.sorted()[$0.count / 2] }
      let label = name + String(repeating: " ", count: max(0, 16 - name.count))
      print(
        label, "\(rounded(medians[0] * 1e6)) us", rounded(medians[1] / medians[0]),
        rounded(medians[2] / medians[0]),
        rounded(medians[3] / medians[0]), rounded(medians[4] / medians[0]),
        rounded(medians[4] / medians[2]), separator: "  ")
    }
  }

  static func seconds(_ body: () -> Void) -> Double {
    let clock = ContinuousClock()
    return clock.measure(body) / .seconds(1)
  }

  static func rounded(_ value: Double) -> Double { Double(Int(value * 100 + 0.5)) / 100 }
}
