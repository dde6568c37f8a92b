internal import CLinux
internal import Glibc

/// Puts a file in the place of a store; what was there is kept beside it.
package struct StoreRestore {
  /// What was done, or would be.
  package struct Outcome: Hashable, Sendable {
    package let facts: StoreFacts
    /// Where the old store is now; nil where there was none.
    package let kept: String?
  }

  private let path: String
  private let domain: String
  private let check: StoreCheck
  /// For names: when it is done, as `20261121T234500Z`.
  private let moment: String

  package init(store path: String, domain: String, migrations: [Migration], moment: String) {
    self.path = path
    self.domain = domain
    self.moment = moment
    check = StoreCheck(domain: domain, migrations: migrations)
  }

  /// Checks a file, and puts it in the place of the store.
  ///
  /// The new store is there as a whole or not at all, also over a kill or a power failure: it is
  /// written under another name, and renamed. Files of the old one that are left then are not taken
  /// for its own, as it was closed cleanly.
  ///
  /// - Parameters:
  ///   - descriptor: The file, opened for reading.
  ///   - isRehearsal: Whether to check only.
  /// - Returns: What was put in place, and where the old store is.
  /// - Throws: ``CopyProblem``; the store is as it was.
  package func run(_ descriptor: Int32, isRehearsal: Bool) throws(CopyProblem) -> Outcome {
    do {
      try StoreFile.prepare(path)
      let isNew = access(path, F_OK) != 0
      let lock = try StoreLock(path)
      defer {
        // The lock has made an empty file.
        if isNew, StoreFile.isEmpty(path) { unlink(path) }
        withExtendedLifetime(lock) {}
      }
      let draft = "\(path).restoring"
      defer { for suffix in ["", "-journal"] { unlink(draft + suffix) } }
      try StoreFile.copy(descriptor, to: draft)
      let facts = try check.run(draft)
      let kept = isNew ? nil : nameForOld()
      if !isRehearsal {
        try StoreCopy.seal(draft, domain: domain)
        try replace(by: draft, keeping: kept)
      }
      return Outcome(facts: facts, kept: kept)
    } catch {
      throw CopyProblem(error)
    }
  }

  /// A name that nothing has, as another restore in the same second may have taken the first.
  private func nameForOld() -> String {
    let first = "\(path).before-restore-\(moment)"
    var name = first
    var number = 1
    while !Self.isFree(name) {
      number += 1
      name = "\(first)-\(number)"
    }
    return name
  }

  private static func isFree(_ name: String) -> Bool {
    var status = stat()
    return ([""] + StoreFile.companions).allSatisfy { lstat(name + $0, &status) != 0 }
  }

  private func replace(by draft: String, keeping kept: String?) throws(SQLiteError) {
    if let kept {
      for suffix in [""] + StoreFile.companions where access(path + suffix, F_OK) == 0 {
        // A link keeps the file what it is, so that a name given back makes it the store again.
        guard link(path + suffix, kept + suffix) == 0 else { throw .failed("link", path) }
      }
    }
    guard rename(draft, path) == 0 else { throw .failed("rename", path) }
    for suffix in StoreFile.companions + ["-shm"] { unlink(path + suffix) }
    try StoreFile.sync(folderOf: path)
  }
}
