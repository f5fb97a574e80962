import Foundation
import Testing

/// The libraries' articles: their code is that which tests compile and run.
@Suite struct ArticleTests {
  @Test(arguments: ["MorseCode", "Photometry"])
  func `every piece of code in an article is compiled and run by a test`(module: String) throws {
    let sources = Program.package.appendingPathComponent("Sources/\(module)/\(module).docc")
    let examples = Program.package.appendingPathComponent("Tests/\(module)Tests/Documentation")
    let compiled = try files(in: examples, ending: "Example.swift").joined()
    var pieces = 0
    for article in try files(in: sources, ending: ".md") {
      for piece in article.components(separatedBy: "```swift\n").dropFirst() {
        let code = try #require(piece.components(separatedBy: "```").first)
        pieces += 1
        #expect(compiled.contains(code), "not in \(examples.lastPathComponent):\n\(code)")
      }
    }
    #expect(pieces >= 2)
  }

  private func files(in folder: URL, ending: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
      .filter { $0.hasSuffix(ending) }
      .map { try String(contentsOf: folder.appendingPathComponent($0), encoding: .utf8) }
  }
}
