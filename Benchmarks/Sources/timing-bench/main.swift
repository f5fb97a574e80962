import Foundation
import MorseCode

// timing-bench [--live] [--readings OUT] [--only SUBSTRING] [--language-model off|mild] FOLDER
// FOLDER holds traces NAME.csv and index.tsv (name, condition, group, text). Prints the character
// error rate of each condition and group, and the speed as a multiple of real time.

struct Case {
  var name: String
  var condition: String
  var group: String
  var text: String
}

func distance(_ a: [Character], _ b: [Character]) -> Int {
  var row = Array(0...b.count)
  for (i, x) in a.enumerated() {
    var previous = row[0]
    row[0] = i + 1
    for (j, y) in b.enumerated() {
      let next = min(row[j + 1] + 1, row[j] + 1, previous + (x == y ? 0 : 1))
      previous = row[j + 1]
      row[j + 1] = next
    }
  }
  return row[b.count]
}

var arguments = Array(CommandLine.arguments.dropFirst())
@MainActor
func flag(_ name: String) -> Bool {
  guard let index = arguments.firstIndex(of: name) else { return false }
  arguments.remove(at: index)
  return true
}
@MainActor
func option(_ name: String) -> String? {
  guard let index = arguments.firstIndex(of: name), index + 1 < arguments.count else { return nil }
  let value = arguments[index + 1]
  arguments.removeSubrange(index...index + 1)
  return value
}

let live = flag("--live")
let only = option("--only")
let readings = option("--readings")
let model = option("--language-model").flatMap(TimingDecoder.LanguageModel.init) ?? .mild
let options = TimingDecoder.Options(languageModel: model)
guard let folder = arguments.first,
  let index = try? String(contentsOfFile: folder + "/index.tsv", encoding: .utf8)
else {
  print(
    "usage: timing-bench [--live] [--only SUBSTRING] [--readings OUT] [--language-model off|mild] FOLDER"
  )
  exit(64)
}
var wrong: [String: Int] = [:]
var length: [String: Int] = [:]
var order: [(condition: String, group: String)] = []
var seconds = 0.0
var spent = 0.0
var said = ""
for line in index.split(separator: "\n") {
  let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
  guard fields.count == 4 else { continue }
  let item = Case(name: fields[0], condition: fields[1], group: fields[2], text: fields[3])
  if let only, !item.condition.contains(only), !item.group.contains(only) { continue }
  guard let trace = TraceFile(path: "\(folder)/\(item.name).csv") else { continue }
  let begin = clock()
  let messages = trace.messages(live: live, options: options)
  spent += Double(clock() - begin) / Double(CLOCKS_PER_SEC)
  seconds += trace.length
  let text = messages.map(\.text).joined(separator: " ")
    .split(whereSeparator: \.isWhitespace).joined(separator: " ")
  let confidences = messages.flatMap(\.characters).map {
    "\($0.text):\(String(format: "%.3f", $0.confidence))"
  }
  let evidence = messages.map { String(format: "%.1f", $0.evidence) }.joined(separator: ",")
  said +=
    "\(item.name)\t\(text)\t\(item.text)\t\(evidence)\t\(confidences.joined(separator: " "))\n"
  if length[item.condition] == nil { order.append((item.condition, item.group)) }
  wrong[item.condition, default: 0] += distance(Array(item.text), Array(text))
  length[item.condition, default: 0] += item.text.count
}
if let readings { try said.write(toFile: readings, atomically: true, encoding: .utf8) }

@MainActor
func rate(_ condition: String) -> Double {
  100 * Double(wrong[condition] ?? 0) / Double(max(1, length[condition] ?? 0))
}
var groups: [String] = []
for (_, group) in order where !groups.contains(group) { groups.append(group) }
for group in groups {
  let members = order.filter { $0.group == group }.map(\.condition)
  let mean = members.map(rate).reduce(0, +) / Double(max(1, members.count))
  print("group\t\(group)\t\(String(format: "%.2f", mean))")
  for member in members { print("\t\(member)\t\(String(format: "%.2f", rate(member)))") }
}
let all = order.map { rate($0.condition) }
print("mean CER \(String(format: "%.3f", all.reduce(0, +) / Double(max(1, all.count)))) %")
print(
  "\(Int(seconds)) s of signal, \(Int(seconds / max(1e-9, spent))) times real time (processor time)"
)
