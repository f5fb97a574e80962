import Foundation
import Testing

/// `--plot`, opened in a browser.
@Suite(.enabled(if: Tool.exists("chromium"), "chromium is not here: apt-get install chromium"))
struct PlotTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// What a browser makes of a chart.
  private struct Page: Decodable {
    struct Letter: Decodable {
      var text: String
      var left: Double
      var right: Double
      var top: Double
      var height: Double
    }
    var width: Double
    var height: Double
    var letters: [Letter]
    var rings: Int
    var lit: Int
    var threshold: Int
    var picture: Double
    var outside: [String]
  }

  /// Puts the chart into a page whose script writes down what is seen.
  private func open(_ chart: String) async throws -> Page {
    let svg = try String(contentsOfFile: chart, encoding: .utf8)
    let xml = try #require(svg.range(of: "<svg"))
    let script = """
      const svg = document.querySelector('svg'), all = s => [...document.querySelectorAll(s)];
      const page = svg.getBoundingClientRect(), box = e => e.getBoundingClientRect();
      const own = e => [...e.childNodes].filter(n => n.nodeType == 3).map(n => n.data).join('');
      const picture = document.querySelector('image'), loaded = new Image();
      const write = () => document.body.textContent = 'FOUND' + JSON.stringify({
        width: page.width, height: page.height,
        letters: all('.letter').map(e => ({text: own(e), left: box(e).left - page.left,
          right: box(e).right - page.left, top: box(e).top - page.top, height: box(e).height})),
        rings: all('.ring').length, lit: all('.lit').length - 1,
        threshold: all('.threshold').length - 1, picture: loaded.naturalWidth,
        outside: all('text').filter(e => box(e).left < page.left || box(e).right > page.right + 1
          || box(e).bottom > page.bottom + 1).map(own)}) + 'END';
      if (picture) { loaded.onload = write; loaded.src = picture.getAttribute('href'); } else write();
      """
    let html = try folder.file(
      "page.html",
      "<!DOCTYPE html><meta charset=utf-8><body>\(svg[xml.lowerBound...])<script>\(script)</script>"
    )
    let shown = try await Tool.run(
      "chromium",
      [
        "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
        "--user-data-dir=\(folder.path("profile"))", "--virtual-time-budget=5000", "--dump-dom",
        html.path,
      ])
    let begin = try #require(shown.output.range(of: "FOUND"), "\(shown.errors)")
    let end = try #require(shown.output.range(of: "END</body>"))
    let json = shown.output[begin.upperBound..<end.lowerBound].replacing("&lt;", with: "<")
      .replacing("&gt;", with: ">").replacing("&amp;", with: "&")
    return try JSONDecoder().decode(Page.self, from: Data(json.utf8))
  }

  @Test func `a clip: letters, light, threshold, and a picture with a ring around the lamp`()
    async throws
  {
    let clip = folder.path("clip.mkv")
    let message = ["encode", "SOS <SK>", "-o", clip, "--size", "320x180", "--lamp-place", "80,60"]
    #expect(try await Program.run(message).status == 0)
    let chart = folder.path("clip.svg")
    let outcome = try await Program.run(["decode", clip, "--plot", "{}.svg"])
    #expect(outcome.status == 0 && outcome.output == "SOS <SK>\n")
    let page = try await open(chart)
    #expect(page.letters.map(\.text) == ["S", "O", "S", "<SK>"])
    #expect(page.lit == 15)
    #expect(page.threshold == 1 && page.rings == 1 && page.picture == 320)
    #expect(page.outside.isEmpty)
  }

  @Test func `a long recording takes rows, and no letter runs into another`() async throws {
    let trace = folder.path("long.csv")
    let message = [
      "encode", "THE QUICK BROWN FOX JUMPS OVER THE LAZY DOG 0123456789", "--repeat", "12", "--wpm",
      "18", "-o", trace, "--fps", "50",
    ]
    #expect(try await Program.run(message).status == 0)
    let chart = folder.path("long.svg")
    #expect(try await Program.run(["decode", trace, "--plot", chart]).status == 0)
    let page = try await open(chart)
    let text = page.letters.map(\.text).joined()
    #expect(text == String(repeating: "THEQUICKBROWNFOXJUMPSOVERTHELAZYDOG0123456789", count: 12))
    #expect(Set(page.letters.map { $0.top.rounded() }).count > 5)
    for (left, right) in zip(page.letters, page.letters.dropFirst()) where left.top == right.top {
      #expect(left.right <= right.left + 0.5, "\(left.text) runs into \(right.text)")
    }
    #expect(page.letters.allSatisfy { $0.height >= 8 })
    #expect(page.outside.isEmpty && page.picture == 0)
  }

  @Test func `nothing received: the trace is drawn all the same`() async throws {
    let clip = folder.path("dark.mkv")
    let dark = ["encode", "", "--duration", "4", "--size", "160x120", "-o", clip]
    #expect(try await Program.run(dark).status == 0)
    let chart = folder.path("dark.svg")
    #expect(try await Program.run(["decode", clip, "--plot", chart]).status == 0)
    let svg = try String(contentsOfFile: chart, encoding: .utf8)
    #expect(svg.contains("Nothing was received"))
    #expect(svg.contains("<path class=\"level unread\""))
    #expect(try await open(chart).letters.isEmpty)
  }

  @Test func `a plot that cannot be created: 73, before anything is read`() async throws {
    let trace = try folder.file("key.csv", TraceText.states("OK", wpm: 12)).path
    let missing = try await Program.run(["decode", trace, "--plot", folder.path("no/a.svg")])
    #expect(missing.status == 73 && missing.complaints.count == 1)
    let png = try await Program.run(["decode", trace, "--plot", folder.path("a.png")])
    #expect(png.status == 64 && png.complaints.count == 1)
  }
}
