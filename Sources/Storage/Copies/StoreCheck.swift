internal import CLinux
internal import Glibc

/// What a file says that may take the place of a store.
package struct StoreFacts: Hashable, Sendable {
  package let schemaVersion: Int
  package let bytes: Int64
}

/// Looks whether a file is a whole store of a domain, by opening it, without a change to it or around it.
package struct StoreCheck {
  private let domain: String
  private let migrations: [Migration]

  package init(domain: String, migrations: [Migration]) {
    self.domain = domain
    self.migrations = migrations
  }

  /// The first bytes of every SQLite file.
  private static let magic = Array("SQLite format 3\u{0}".utf8)

  /// Reads all of a file, page by page and index by index.
  ///
  /// - Throws: ``CopyProblem`` where it is not what is wanted.
  package func run(_ path: String) throws(CopyProblem) -> StoreFacts {
    let bytes = try Self.size(path)
    do {
      // A log beside it means that this file alone is not the store.
      if let scan = try WALScan(store: path), scan.damage != nil || scan.committedFrames > 0 {
        throw CopyProblem.copiedOpen
      }
      try StoreLength.check(path, FoundLog())
      let database = try SQLiteConnection(path: path, mode: .alone)
      try checkMark(database)
      let version = try checkSchema(database)
      try database.integrityCheck(full: true)
      return StoreFacts(schemaVersion: version, bytes: bytes)
    } catch {
      throw CopyProblem(error)
    }
  }

  private static func size(_ path: String) throws(CopyProblem) -> Int64 {
    // Not to wait for whoever writes into a pipe.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw .unreadable(String(cString: strerror(errno))) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      throw .unreadable(String(cString: strerror(errno)))
    }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .noStore }
    var bytes = [UInt8](repeating: 0, count: magic.count)
    guard pread(descriptor, &bytes, bytes.count, 0) == bytes.count, bytes == magic else {
      throw .noStore
    }
    return Int64(status.st_size)
  }

  private func checkMark(_ database: SQLiteConnection) throws {
    guard let mark = try StoreMark.read(database) else { return }
    guard mark.domain == domain else { throw CopyProblem.otherDomain(mark.domain) }
    if mark.isOpen { throw CopyProblem.copiedOpen }
  }

  /// The schema is one that the domain's migrations make: a store without a mark shows so whose it is.
  private func checkSchema(_ database: SQLiteConnection) throws -> Int {
    let version = try Migrator.version(of: database)
    guard version <= migrations.count else {
      throw CopyProblem.newer(found: version, known: migrations.count)
    }
    guard version > 0 else { throw CopyProblem.noStore }
    let model = try Database(path: ":memory:")
    try Migrator(Array(migrations.prefix(version))).migrate(model)
    guard try Self.tables(of: model).isSubset(of: Self.tables(of: database)) else {
      throw CopyProblem.noStore
    }
    return version
  }

  private static func tables(of database: SQLiteConnection) throws -> Set<String> {
    Set(try database.query("SELECT name FROM sqlite_schema WHERE type = 'table'") { $0.text(0) })
  }
}
