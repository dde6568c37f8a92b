/// Why the server did not do what it was asked.
package struct PostgresError: Error, Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// libpq is not installed.
    case noLibrary
    /// What should be an address is none. Its words are not told: a part of a password may be among them.
    case address
    /// No server was reached.
    case unreachable
    /// A server was reached, and is not who it should be, or speaks no TLS.
    case certificate
    /// Servers were reached, of which none takes changes.
    case notPrimary
    /// The connection is gone; nobody knows what became of what was under way.
    case lost
    /// The server refused the statement, or the connection: the five letters of its reason
    /// (https://www.postgresql.org/docs/15/errcodes-appendix.html).
    case refused(sqlState: String)
    /// What it gave is not what was asked for.
    case unreadable
    /// It was done, with a warning: on the primary alone, say.
    case warned
  }

  package let kind: Kind
  /// The server's or the library's words, in one line and in its language, without a full stop at an end:
  /// they stand inside of sentences.
  package let message: String

  package init(_ kind: Kind, _ message: String) {
    self.kind = kind
    var lines: [Substring] = []
    for line in message.split(whereSeparator: \.isNewline) {
      var words = line.trimmingPrefix { $0 == " " || $0 == "\t" }
      while let last = words.last, last == "." || last.isWhitespace { words.removeLast() }
      if words.isEmpty { continue }
      // libpq tries a server with TLS and without, and says the same of both.
      if !lines.contains(words) { lines.append(words) }
    }
    self.message = lines.joined(separator: "; ")
  }

  /// A statement that the server refused with this reason.
  package func isRefusal(_ sqlState: String) -> Bool { kind == .refused(sqlState: sqlState) }
}

extension PostgresError: CustomStringConvertible {
  package var description: String { message }
}
