/// Reads the files of the time zone database: TZif, RFC 8536, versions 2 to 4.
///
/// The 32-bit block of version 1 is passed over. Files that count leap seconds (`right/…`) are
/// refused: the clocks of this project do not.
struct ZoneFile {
  /// Why a file could not be read.
  struct Failure: Error, Hashable {
    let reason: String
  }

  private struct Header {
    let version: UInt8
    let utcIndicators, standardIndicators, leapSeconds, transitions, types, characters: Int

    /// Bytes of the data block behind the header, with times of so many bytes.
    func blockLength(timeBytes: Int) -> Int {
      transitions * timeBytes + transitions + types * 6 + characters
        + leapSeconds * (timeBytes + 4) + standardIndicators + utcIndicators
    }
  }

  /// No zone has so many changes of its clock; a bound for hostile files.
  private static let maximumTransitions = 100_000
  private static let headerLength = 44

  private let bytes: [UInt8]
  private var position = 0

  /// - Throws: ``Failure`` where the bytes are not a TZif file of version 2 or later.
  static func rules(identifier: String, bytes: [UInt8]) throws(Failure) -> TimeZoneRules {
    var file = ZoneFile(bytes: bytes)
    return try file.rules(identifier: identifier)
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private mutating func rules(identifier: String) throws(Failure) -> TimeZoneRules {
    let old = try header()
    guard old.version >= UInt8(ascii: "2") else { throw Failure(reason: "version 1 only") }
    position += old.blockLength(timeBytes: 4)
    let header = try header()
    guard header.leapSeconds == 0 else { throw Failure(reason: "counts leap seconds") }
    guard header.types > 0, header.transitions <= Self.maximumTransitions,
      position + header.blockLength(timeBytes: 8) <= bytes.count
    else { throw Failure(reason: "cut short") }
    let block = position
    position += header.blockLength(timeBytes: 8)
    let rule = try footer()
    let types = try types(header, at: block + header.transitions * 9)
    let table = try transitions(header, types, at: block)
    return TimeZoneRules(identifier: identifier, initial: types[0], table: table, rule: rule)
  }

  private mutating func header() throws(Failure) -> Header {
    guard position + Self.headerLength <= bytes.count,
      bytes[position..<position + 4].elementsEqual("TZif".utf8)
    else { throw Failure(reason: "not a time zone file") }
    let start = position + 20
    let counts = (0..<6).map { Int(integer(at: start + 4 * $0, bytes: 4)) }
    defer { position += Self.headerLength }
    return Header(
      version: bytes[position + 4], utcIndicators: counts[0], standardIndicators: counts[1],
      leapSeconds: counts[2], transitions: counts[3], types: counts[4], characters: counts[5])
  }

  /// An unsigned big-endian integer.
  private func integer(at position: Int, bytes count: Int) -> UInt64 {
    bytes[position..<position + count].reduce(0) { $0 << 8 | UInt64($1) }
  }

  private func types(_ header: Header, at start: Int) throws(Failure) -> [LocalTimeType] {
    let names = start + header.types * 6
    var types: [LocalTimeType] = []
    for index in 0..<header.types {
      let entry = start + index * 6
      let offset = Int32(truncatingIfNeeded: integer(at: entry, bytes: 4))
      let nameStart = Int(bytes[entry + 5])
      guard nameStart < header.characters, abs(Int(offset)) <= 26 * 3600 else {
        throw Failure(reason: "a type of local time is wrong")
      }
      let name = bytes[(names + nameStart)..<(names + header.characters)].prefix { $0 != 0 }
      types.append(
        LocalTimeType(
          offset: Int(offset), isDaylight: bytes[entry + 4] != 0,
          abbreviation: String(decoding: name, as: UTF8.self)))
    }
    return types
  }

  private func transitions(
    _ header: Header, _ types: [LocalTimeType], at start: Int
  ) throws(Failure) -> [ClockChange] {
    var table: [ClockChange] = []
    table.reserveCapacity(header.transitions)
    // Nobody's clock is asked about further times; sums with offsets stay far from overflow.
    let sensible = -(Int64(1) << 60)...(Int64(1) << 60)
    for index in 0..<header.transitions {
      let seconds = Int64(bitPattern: integer(at: start + index * 8, bytes: 8))
      let type = Int(bytes[start + header.transitions * 8 + index])
      guard type < types.count, table.last.map({ $0.seconds < seconds }) ?? true,
        sensible.contains(seconds)
      else { throw Failure(reason: "a change of the clock is wrong") }
      table.append(.init(seconds: seconds, type: types[type]))
    }
    return table
  }

  private func footer() throws(Failure) -> PosixZoneRule? {
    guard position < bytes.count, bytes[position] == 0x0A,
      let end = bytes[(position + 1)...].firstIndex(of: 0x0A)
    else { throw Failure(reason: "cut short") }
    let text = String(decoding: bytes[(position + 1)..<end], as: UTF8.self)
    if text.isEmpty { return nil }
    guard let rule = PosixZoneRule(text) else { throw Failure(reason: "the rule \(text) is wrong") }
    return rule
  }
}
