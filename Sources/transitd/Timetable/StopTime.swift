/// One departure as two words: small enough to hold three million of them in 48 MB.
///
/// In the file of a feed the departures of a stop are one row: these pairs, sorted, each word with
/// its low byte first. The first word is the departure in 20 bits, the trip in 24, the service in
/// 20, so that sorting by it sorts by time.
struct StopTime: Equatable {
  /// Seconds after noon minus twelve hours of the service day.
  var departure: Int
  /// Rows of `trip` and `service`.
  var trip: Int
  var service: Int
  /// `stop_sequence`.
  var sequence: Int
  /// A row of `headsign`, from 1; 0 is the trip's own.
  var headsign: Int
  /// Nobody may get in: the end of the line, or `pickup_type` 1.
  var isClosed: Bool
  /// Nobody may get out (`drop_off_type` 1); false in files of older versions.
  var letsNobodyOut = false
  /// `pickup_type` where it is 2 or 3, else regular.
  var boarding = Departure.Boarding.regular
  /// The trip of `frequencies.txt` that is repeated; its times are those of the first run.
  var isTemplate: Bool

  static let maximumDeparture = 1 << 19
  static let maximumTrips = 1 << 24
  static let maximumServices = 1 << 20
  static let maximumSequence = 1 << 28
  static let maximumHeadsigns = 1 << 12
  static let bytes = 16
  static let repeated: UInt64 = 1 << 63

  var words: (UInt64, UInt64) {
    let times = UInt64(departure) << 44 | UInt64(trip) << 20 | UInt64(service)
    return (
      (isTemplate ? Self.repeated : 0) | times,
      UInt64(sequence) << 16 | boarding.bits << 14 | UInt64(headsign) << 2
        | (letsNobodyOut ? 2 : 0) | (isClosed ? 1 : 0)
    )
  }

  init(
    departure: Int, trip: Int, service: Int, sequence: Int, headsign: Int, isClosed: Bool,
    isTemplate: Bool, boarding: Departure.Boarding = .regular, letsNobodyOut: Bool = false
  ) {
    self.letsNobodyOut = letsNobodyOut
    self.boarding = boarding
    self.departure = departure
    self.trip = trip
    self.service = service
    self.sequence = sequence
    self.headsign = headsign
    self.isClosed = isClosed
    self.isTemplate = isTemplate
  }

  init(_ first: UInt64, _ second: UInt64) {
    departure = Int((first & ~Self.repeated) >> 44)
    trip = Int(first >> 20 & 0xFF_FFFF)
    service = Int(first & 0xF_FFFF)
    sequence = Int(second >> 16 & 0xFFF_FFFF)
    headsign = Int(second >> 2 & 0xFFF)
    isClosed = second & 1 != 0
    letsNobodyOut = second & 2 != 0
    boarding = Departure.Boarding(bits: second >> 14)
    isTemplate = first & Self.repeated != 0
  }

  /// The departure at a place of a stop's row.
  static func at(_ index: Int, in bytes: UnsafeRawBufferPointer) -> StopTime {
    StopTime(
      UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: index * 16, as: UInt64.self)),
      UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: index * 16 + 8, as: UInt64.self)))
  }

  /// The first place whose first word is not less than another.
  static func firstIndex(from word: UInt64, in bytes: UnsafeRawBufferPointer) -> Int {
    var low = 0
    var high = bytes.count / Self.bytes
    while low < high {
      let middle = (low + high) / 2
      let first = bytes.loadUnaligned(fromByteOffset: middle * Self.bytes, as: UInt64.self)
      if UInt64(littleEndian: first) < word { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
