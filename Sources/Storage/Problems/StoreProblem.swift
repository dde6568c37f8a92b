/// What is wrong with a store, without the words.
package enum StoreProblem: Hashable, Sendable {
  /// The disk, or a quota.
  case full
  /// The file or its file system cannot be written.
  case readOnly
  case diskFailed
  /// Pages of the store itself.
  case damaged
  case cannotOpen
  /// Another program is writing.
  case busy
  /// Another daemon has the store open.
  case inUse
  case newer(found: Int64, known: Int64)
  case otherDomain(String)
  /// Another program's database.
  case foreign
  /// The log beside the store, with changes that were acknowledged.
  case logDamaged(file: String)
  /// Changes that were acknowledged, while the file has others that are nowhere else.
  case recordsLost(file: String)
  /// A file that holds a part of the store.
  case companionMissing(file: String)
  /// The store, of which a part is there.
  case storeMissing(companion: String)
  /// A copy that was made while a daemon had it open.
  case copiedOpen
  /// Removed or replaced while it was open.
  case replaced
  case notAFile(String, Kind)
  case other

  /// What is there instead of a file, in English.
  package enum Kind: String, Sendable {
    case folder = "a folder"
    case pipe = "a pipe"
    case socket = "a socket"
    case device = "a device"
  }

  /// A word for programs.
  package var name: String {
    switch self {
    case .full: "full"
    case .readOnly: "readOnly"
    case .diskFailed: "diskFailed"
    case .damaged: "damaged"
    case .cannotOpen: "cannotOpen"
    case .busy: "busy"
    case .inUse: "inUse"
    case .newer: "newer"
    case .otherDomain: "otherDomain"
    case .foreign: "foreign"
    case .logDamaged: "logDamaged"
    case .recordsLost: "recordsLost"
    case .companionMissing: "companionMissing"
    case .storeMissing: "storeMissing"
    case .copiedOpen: "copiedOpen"
    case .replaced: "replaced"
    case .notAFile: "notAFile"
    case .other: "other"
    }
  }
}
