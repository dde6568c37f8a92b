internal import IPCProtocol

/// A frame's payload with memory of its own, as it was parsed: for what is carried out later, and for
/// what is parsed or decoded beside the loop.
///
/// Nothing guards it: it is given from one to the next, and nobody writes into it once it is parsed.
final class OwnedRequest: @unchecked Sendable {
  private let document: JSONDocument
  private let memory: InputBuffer
  private let payload: UnsafeRawBufferPointer
  /// Why it is not JSON, where it is not.
  private(set) var failure: JSONSyntaxError?

  /// Copies a payload, and takes the document that was parsed of it.
  init(_ document: JSONDocument, of payload: UnsafeRawBufferPointer) {
    self.document = document
    memory = InputBuffer()
    memory.append(payload)
    self.payload = memory.bytes
    document.move(to: self.payload)
  }

  /// Takes a buffer over, of which the payload is a part; ``parse(maximumValues:)`` comes next.
  init(_ memory: InputBuffer, payload: Range<Int>) {
    document = JSONDocument()
    self.memory = memory
    self.payload = UnsafeRawBufferPointer(rebasing: memory.bytes[payload])
  }

  /// - Precondition: It is not being parsed.
  var bytesHeld: Int { memory.bytesHeld + document.indexBytes }

  /// - Precondition: It is parsed, without a failure.
  var root: JSONCursor { document.root }

  /// Parses a payload that was taken over, beside the loop.
  @concurrent
  func parse(maximumValues: Int) async {
    do throws(JSONSyntaxError) {
      try document.parse(payload, maximumValues: maximumValues)
    } catch {
      failure = error
    }
  }
}

extension RequestContext {
  /// What `make` makes of a part of the request: now, or beside the loop where the request is long.
  func later<T: Sendable>(
    _ cursor: JSONCursor, _ make: @escaping @Sendable (JSONCursor) throws -> T
  ) throws -> @Sendable () throws -> T {
    guard let owned else {
      let made = try make(cursor)
      return { made }
    }
    let part = OwnedPart(request: owned, cursor: cursor)
    return { try make(part.cursor) }
  }
}

/// A part of a request, which is kept with it.
///
/// Unchecked, as a cursor is two places in what the request keeps, and nobody writes there any more.
private struct OwnedPart: @unchecked Sendable {
  let request: OwnedRequest
  let cursor: JSONCursor
}
