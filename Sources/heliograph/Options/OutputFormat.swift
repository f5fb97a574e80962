import ArgumentParser

/// How standard output is written.
enum OutputFormat: String, CaseIterable, ExpressibleByArgument {
  case text
  case jsonl
}
