/// One value as it stands in the text.
struct RowValue {
  enum Kind: UInt8 {
    case missing
    /// A string of printable ASCII without escapes.
    case string
    /// Up to 18 digits, as an integer has them.
    case digits
    /// Any other string.
    case special
    case other, container
    /// An array of one string, without brackets and quotes.
    case single
  }

  private let place: UInt32
  /// The count, and in the three lowest bits the kind.
  private let look: UInt32

  /// What is not there.
  init() { (place, look) = (0, 0) }

  /// Of strings without their quotes.
  @inline(__always)
  init(_ kind: Kind, start: Int, count: Int) {
    place = UInt32(truncatingIfNeeded: start)
    look = UInt32(truncatingIfNeeded: count) << 3 | UInt32(kind.rawValue)
  }

  @inline(__always)
  var kind: Kind { Kind(rawValue: UInt8(truncatingIfNeeded: look & 7)) ?? .missing }
  /// Whether it reads in a table as it does in JSON, a byte for each column of the screen.
  @inline(__always)
  var isShown: Bool {
    let kind = look & 7
    return kind == UInt32(Kind.string.rawValue) || kind == UInt32(Kind.digits.rawValue)
      || kind == UInt32(Kind.single.rawValue)
  }
  @inline(__always)
  var isMissing: Bool { look == 0 }
  @inline(__always)
  var start: Int { Int(place) }
  @inline(__always)
  var count: Int { Int(look >> 3) }
  @inline(__always)
  var end: Int { start + count }

  /// Where it stands, with its quotes and brackets.
  var raw: Range<Int> {
    let around =
      switch kind {
      case .string, .special: 1
      case .single: 2
      default: 0
      }
    return start - around..<end + around
  }
}

/// What is no row of JSON after all, or more than a long table can show.
struct GaveUp: Error {}
