import Foundation
import Scene

// scene-video --list                     classes: "silent" or "sending", and the name
// scene-video NAME SEED [SECONDS]        raw RGB24 pictures on standard output, about them a line
//                                        "WIDTH HEIGHT RATE MESSAGES" on standard error, then a line a message
// SECONDS: how long scenes last in which nobody sends.

let arguments = Array(CommandLine.arguments.dropFirst())
func complain(_ text: String) { FileHandle.standardError.write(Data((text + "\n").utf8)) }

if arguments == ["--list"] {
  for scene in SceneCatalogue.silent { print("silent", scene.name) }
  for scene in SceneCatalogue.sending { print("sending", scene.name) }
  exit(0)
}
guard arguments.count >= 2, let named = SceneCatalogue.named(arguments[0]),
  let seed = UInt64(arguments[1])
else {
  complain("usage: scene-video --list | NAME SEED [SECONDS]")
  exit(64)
}
let seconds = arguments.count > 2 ? Double(arguments[2]) ?? 30 : 30
let scene = named.scene(seed: seed, seconds: seconds)
complain("\(scene.width) \(scene.height) \(scene.timing.rate) \(scene.messages.count)")
for message in scene.messages { complain(message) }
for picture in scene.pictures() {
  do {
    try FileHandle.standardOutput.write(contentsOf: Data(picture.pixels))
  } catch {
    // Who reads has heard enough.
    exit(0)
  }
}
