import Foundation
import Testing

/// `decode` with a sidetone.
@Suite(.timeLimit(.minutes(10))) struct DecodeSoundTests {
  /// "A" in units of 100 ms, from 12.5 s of a recording that begins at 12 s and ends at 16 s.
  private static let trace = """
    time,state
    12,0
    12.5,1
    12.6,0
    12.7,1
    13.0,0
    16,0

    """

  @Test func aFileHoldsTheToneWhereTheLightWas() async throws {
    let folder = try TemporaryFolder()
    let trace = try folder.file("a.csv", Self.trace)
    let wav = try folder.file("a.wav", "")
    let outcome = try await Program.run([
      "decode", trace.path, "--sidetone-file", wav.path, "--tone", "440",
    ])
    #expect(outcome.status == 0)
    #expect(outcome.output == "A\n")
    let sound = try SoundingSamples(wav, headBytes: 44)
    #expect(abs(sound.seconds - 4) < 0.01)
    #expect(sound.bursts.count == 2)
    for (burst, expected) in zip(sound.bursts, [(0.5, 0.1), (0.7, 0.3)]) {
      #expect(abs(burst.start - expected.0) < 0.01)
      #expect(abs(burst.length - expected.1) < 0.01)
      #expect(abs(sound.frequency(of: burst) - 440) < 12)
    }
  }

  @Test func aPipeSoundsAsItComes() async throws {
    let folder = try TemporaryFolder()
    let wav = try folder.file("a.wav", "")
    let outcome = try await Program.run(
      ["decode", "-", "--sidetone-file", wav.path], input: Data(Self.trace.utf8))
    #expect(outcome.status == 0)
    let sound = try SoundingSamples(wav, headBytes: 44)
    #expect(sound.bursts.count == 2)
    #expect(abs(sound.seconds - 4) < 0.01)
  }

  @Test func withoutASoundCardItIsSaidAndDecodedAllTheSame() async throws {
    let folder = try TemporaryFolder()
    let trace = try folder.file("a.csv", Self.trace)
    let outcome = try await Program.run([
      "decode", trace.path, "--sidetone", "--audio-device", "hw:31",
    ])
    #expect(outcome.status == 0)
    #expect(outcome.output == "A\n")
    #expect(outcome.complaints.count == 1)
    #expect(outcome.errors.contains("sound"))
  }

  @Test func aFileThatCannotBeCreatedIsSaid() async throws {
    let folder = try TemporaryFolder()
    let trace = try folder.file("a.csv", Self.trace)
    let outcome = try await Program.run([
      "decode", trace.path, "--sidetone-file", "/nowhere/a.wav",
    ])
    #expect(outcome.status == 73)
    #expect(outcome.complaints.count == 1)
  }
}
