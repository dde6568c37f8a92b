/// Why a file cannot take the place of a store.
package enum CopyProblem: Error, Hashable, Sendable {
  /// It cannot be read, or is no file; the reason is the system's.
  case unreadable(String)
  /// It is no store of ours, perhaps no database at all.
  case noStore
  case otherDomain(String)
  case newer(found: Int, known: Int)
  case damaged(String)
  /// It was copied while a daemon had it open, so changes may be missing.
  case copiedOpen
  /// A daemon has the store open that it should replace.
  case inUse
  case failed(SQLiteError)

  /// A word for programs.
  package var code: String {
    switch self {
    case .unreadable: "unreadable"
    case .noStore: "noStore"
    case .otherDomain: "otherDomain"
    case .newer: "newer"
    case .damaged: "damaged"
    case .copiedOpen: "copiedOpen"
    case .inUse: "inUse"
    case .failed: "failed"
    }
  }

  /// What a sentence about it needs beside the file's name.
  package var detail: String {
    switch self {
    case .unreadable(let reason), .damaged(let reason): reason
    case .otherDomain(let domain): domain
    case .newer(let found, let known): "\(found) > \(known)"
    case .failed(let error): error.remedy
    case .noStore, .copiedOpen, .inUse: ""
    }
  }

  init(_ error: SQLiteError) {
    switch error {
    case _ where error.isCorrupt: self = .damaged(error.message)
    case _ where error.isBusy: self = .inUse
    default: self = .failed(error)
    }
  }

  /// Of a check or a copy, which throws an `SQLiteError` or one of these.
  init(_ error: any Error) {
    switch error {
    case let error as SQLiteError: self.init(error)
    case let problem as CopyProblem: self = problem
    default: preconditionFailure("only these two are thrown: \(error)")
    }
  }
}
