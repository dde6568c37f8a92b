/// A result that may be long: its length is known before it is written, so that its beginning is on
/// its way, and read, while the rest is written.
package protocol LongResult: JSONWritable {
  /// Exactly as many bytes as ``write(pieces:)`` hands over.
  var byteCount: Int { get }

  /// Hands over one JSON value piece by piece; pieces of 64 KiB are a good size.
  func write(pieces: (UnsafeRawBufferPointer) -> Void)
}

extension LongResult {
  package func write(to writer: inout JSONWriter) {
    writer.bytes.reserveCapacity(writer.bytes.count + byteCount + 64)
    write { writer.bytes.append(contentsOf: $0) }
  }
}
