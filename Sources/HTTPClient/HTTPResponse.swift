/// An answer with whatever status; a status is no error here.
package struct HTTPResponse: Sendable {
  package let status: Int
  package let headers: HTTPHeaders
  /// Empty where it went into a file.
  package let body: [UInt8]
  /// Where the answer came from: the request's own URL, or where redirects led.
  package let url: String
  /// How many redirects were followed.
  package let redirects: Int

  package var isSuccess: Bool { (200..<300).contains(status) }
}

/// Header fields in the order received; names are compared without regard to case.
package struct HTTPHeaders: Sendable {
  private var fields: [(name: String, value: String)] = []

  package init() {}

  /// The first field of a name.
  package subscript(name: String) -> String? {
    let name = name.lowercased()
    return fields.first { $0.name.lowercased() == name }?.value
  }

  mutating func append(_ name: String, _ value: String) { fields.append((name, value)) }

  /// Seconds of a `Retry-After` that is a number (RFC 9110, 10.2.3); a date reads as nil.
  package var retryAfterSeconds: Int? {
    self["Retry-After"].flatMap { Int($0) }.flatMap { $0 >= 0 ? $0 : nil }
  }
}
