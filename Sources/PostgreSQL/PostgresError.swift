/// Why the server did not do what it was asked.
package struct PostgresError: Error, Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// libpq is not installed.
    case noLibrary
    /// No server was reached, or none that lets us in.
    case unreachable
    /// The connection is gone; nobody knows what became of what was under way.
    case lost
    /// The server refused the statement: the five letters of its reason
    /// (https://www.postgresql.org/docs/15/errcodes-appendix.html).
    case refused(sqlState: String)
    /// It was done, with a warning: on the primary alone, say.
    case warned
  }

  package let kind: Kind
  /// The server's or the library's words, in one line and in its language.
  package let message: String

  package init(_ kind: Kind, _ message: String) {
    self.kind = kind
    self.message = message.split(whereSeparator: \.isNewline)
      .map { $0.trimmingPrefix { $0 == " " || $0 == "\t" } }.joined(separator: "; ")
  }

  /// A statement that the server refused with this reason.
  package func isRefusal(_ sqlState: String) -> Bool { kind == .refused(sqlState: sqlState) }
}

extension PostgresError: CustomStringConvertible {
  package var description: String { message }
}
