internal import Glibc

/// A system call that failed: its name, its errno, and what it was about.
package struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
  package let call: String
  package let code: Int32
  /// A path or another name for a person; may be empty.
  package let subject: String

  package init(_ call: String, _ subject: String = "", code: Int32 = errno) {
    self.call = call
    self.code = code
    self.subject = subject
  }

  /// The code of a file that was written to, or cut, while it was read; no errno has this number.
  package static let changedWhileRead: Int32 = -1

  /// The text of the errno, as `No such file or directory`.
  package var reason: String {
    code == Self.changedWhileRead
      ? "it was changed while it was read" : String(cString: strerror(code))
  }

  package var description: String {
    subject.isEmpty ? "\(call): \(reason)" : "\(subject): \(reason) (\(call))"
  }
}
