import Foundation
import Testing

/// `--alphabet` and `--language-model`, as a user gives them.
struct AlphabetTests {
  @Test(arguments: [
    ("cyrillic", "привет мир", "ПРИВЕТ МИР"), ("greek", "Καλημέρα κόσμε", "ΚΑΛΗΜΕΡΑ ΚΟΣΜΕ"),
    ("hebrew", "שלום עולם", "שלומ עולמ"), ("arabic", "سَلام", "سلام"), ("wabun", "ガンバレ", "ガンバレ"),
  ])
  func `a text is sent and read in its script`(
    alphabet: String, text: String, expected: String
  ) async throws {
    let flag = ["--alphabet", alphabet]
    let sent = try await Program.run(["encode", text, "-o", "-", "--trace", "state"] + flag)
    let read = try await Program.run(["decode", "-"] + flag, input: Data(sent.output.utf8))
    // Wabun's voicing marks come as they are sent, after their signs: that is the same text.
    #expect(read.output.trimmingCharacters(in: .newlines) == expected, "\(read.errors)")
  }

  @Test func `a text of another script is refused with the flag that helps`() async throws {
    let outcome = try await Program.run(["encode", "МИР", "-o", "-"])
    #expect(outcome.status == 64)
    #expect(outcome.complaints.count == 1)
    #expect(outcome.errors.contains("--alphabet"))
  }

  @Test(arguments: [["--alphabet", "klingon"], ["--language-model", "strong"]])
  func `what is no alphabet or model is refused`(flag: [String]) async throws {
    let outcome = try await Program.run(["decode", "-"] + flag, input: Data())
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains(flag[1]))
  }

  @Test(arguments: ["off", "mild"])
  func `clear light is read with and without help from the language`(model: String) async throws {
    let sent = try await Program.run(["encode", "QXJZ 73", "-o", "-", "--trace", "luma"])
    let read = try await Program.run(
      ["decode", "-", "--language-model", model], input: Data(sent.output.utf8))
    #expect(read.output == "QXJZ 73\n")
  }
}
