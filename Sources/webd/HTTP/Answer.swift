internal import CMicroHTTPD
internal import Glibc

/// What is sent for a request.
struct Answer {
  enum Body {
    case bytes([UInt8])
    /// Compiled in, and sent from where it lies.
    case page(PageFile)
    case events(EventReader)
  }

  var status: Int
  var headers: [(String, String)]
  var body: Body
  /// What is sent instead to who reads Korean; nil where there is nothing else.
  var korean: [UInt8]?

  init(_ status: Int, _ type: String, _ body: Body, headers: [(String, String)] = []) {
    self.status = status
    self.headers = [("Content-Type", type)] + headers
    self.body = body
  }

  /// One line for whoever reads it.
  static func refused(_ refusal: Gate.Refusal) -> Answer {
    var answer = Answer(
      refusal.status, "text/plain; charset=utf-8", .bytes(Array("\(refusal.reason)\n".utf8)))
    answer.korean = refusal.korean.map { Array("\($0)\n".utf8) }
    if refusal.status == 405 { answer.headers.append(("Allow", "GET, HEAD, POST")) }
    return answer
  }

  static func json(_ status: Int, _ bytes: [UInt8], headers: [(String, String)] = []) -> Answer {
    Answer(status, "application/json", .bytes(bytes), headers: headers)
  }

  /// What every answer says: nothing from elsewhere, in no frame of anybody, kept nowhere.
  static let common: [(String, String)] = [
    (
      "Content-Security-Policy",
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
        + "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    ("X-Content-Type-Options", "nosniff"), ("Cache-Control", "no-store"),
    ("Referrer-Policy", "no-referrer"), ("Cross-Origin-Resource-Policy", "same-origin"),
  ]
}

/// A file of the page, at one place as long as the program runs.
struct PageFile: Sendable {
  let type: String
  nonisolated(unsafe) let bytes: UnsafeMutableRawBufferPointer

  init(_ type: String, _ bytes: [UInt8]) {
    self.type = type
    let place = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
    place.copyBytes(from: bytes)
    self.bytes = place
  }
}
