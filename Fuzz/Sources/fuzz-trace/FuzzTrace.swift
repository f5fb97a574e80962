import FuzzDriver
import Receiver

/// Any bytes as a CSV trace, read both as a recording and as it comes: an answer or an error, never a trap.
@main
struct FuzzTrace {
  static func main() {
    fuzz(testTrace)
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
