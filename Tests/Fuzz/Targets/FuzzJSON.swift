/// What is accepted is written again, accepted again, and equal; nothing ever traps.
@_cdecl("LLVMFuzzerTestOneInput")
func fuzzJSON(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  guard let value = try? JSON.parse(bytes) else { return 0 }
  var writer = JSONWriter()
  writer.value(value)
  do {
    let again = try JSON.parse(writer.bytes)
    precondition(again == value, "another value after writing and reading")
    var second = JSONWriter()
    second.value(again)
    precondition(second.bytes == writer.bytes, "another text after writing twice")
    let pretty = try JSON.parse(JSON.text(value, pretty: true))
    precondition(pretty == value, "another value from the pretty text")
  } catch {
    fatalError("what was written is refused: \(error)")
  }
  return 0
}
