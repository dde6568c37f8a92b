/// What goes to the server with a statement, in PostgreSQL's binary formats: one value, or a column of
/// them as an array.
package struct PostgresValue: Sendable {
  /// The number of its type in `pg_type`, which is the same in every server.
  let type: UInt32
  /// Nil for NULL.
  let bytes: [UInt8]?

  /// What a column of a table holds.
  package enum Kind: String, Sendable, Hashable {
    case integer = "bigint"
    case real = "double precision"
    case text
    case blob = "bytea"

    var type: UInt32 {
      switch self {
      case .integer: 20
      case .real: 701
      case .text: 25
      case .blob: 17
      }
    }

    /// Of an array of it.
    var arrayType: UInt32 {
      switch self {
      case .integer: 1016
      case .real: 1022
      case .text: 1009
      case .blob: 1001
      }
    }
  }

  package static func integer(_ number: Int64) -> Self {
    Self(type: Kind.integer.type, bytes: bigEndian(number))
  }

  package static func text(_ text: String) -> Self {
    Self(type: Kind.text.type, bytes: Array(text.utf8))
  }

  package static func blob(_ bytes: [UInt8]) -> Self { Self(type: Kind.blob.type, bytes: bytes) }

  package static func bigEndian<T: FixedWidthInteger>(_ number: T) -> [UInt8] {
    withUnsafeBytes(of: number.bigEndian) { Array($0) }
  }
}

/// Values of one kind that grow, and go to the server as one array.
package struct PostgresColumn: Sendable {
  package let kind: PostgresValue.Kind
  private var bytes: [UInt8] = []
  package private(set) var count = 0

  package init(_ kind: PostgresValue.Kind) { self.kind = kind }

  package mutating func addNull() {
    bytes += PostgresValue.bigEndian(Int32(-1))
    count += 1
  }

  package mutating func add(_ number: Int64) {
    bytes += PostgresValue.bigEndian(Int32(8))
    bytes += PostgresValue.bigEndian(number)
    count += 1
  }

  package mutating func add(_ number: Double) {
    add(Int64(bitPattern: number.bitPattern))
  }

  /// A blob, or the UTF-8 of a text.
  package mutating func add(_ value: some Collection<UInt8>) {
    bytes += PostgresValue.bigEndian(Int32(value.count))
    bytes += value
    count += 1
  }

  /// The array in the server's form: one dimension, its lowest place 1.
  package var array: PostgresValue {
    var head: [UInt8] = []
    for number in [count == 0 ? 0 : 1, 1, Int32(bitPattern: kind.type)] {
      head += PostgresValue.bigEndian(number)
    }
    if count > 0 {
      head += PostgresValue.bigEndian(Int32(count))
      head += PostgresValue.bigEndian(Int32(1))
    }
    return PostgresValue(type: kind.arrayType, bytes: head + bytes)
  }
}
