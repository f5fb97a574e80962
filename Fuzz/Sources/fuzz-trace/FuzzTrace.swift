import Receiver

/// libFuzzer's loop; its entry point is in the sanitizer's library.
@_silgen_name("LLVMFuzzerRunDriver")
func runDriver(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ test: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// Any bytes as a CSV trace, read both as a recording and as it comes: an answer or an error, never a trap.
@main
struct FuzzTrace {
  static func main() {
    var count = CommandLine.argc
    var arguments = CommandLine.unsafeArgv
    _ = runDriver(&count, &arguments, testTrace)
  }
}

@_cdecl("LLVMFuzzerTestOneInput")
func testTrace(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
  let bytes = UnsafeBufferPointer(start: data, count: size)
  var parser = TraceParser()
  let portion = parser.consume(bytes)
  let rest = parser.finish()
  guard let kind = parser.kind else { return 0 }
  var recorded = RecordedReceiver(options: ReceiverOptions())
  var live = LiveReceiver(options: ReceiverOptions())
  for row in portion.rows + rest.rows {
    recorded.consume(row, of: kind)
    _ = live.consume(row, of: kind)
  }
  _ = recorded.finish()
  _ = live.finish()
  return 0
}
