/// The stops of one trip in a few bytes each, for laying real time on it: sequence, stop and
/// departure, each as what it differs from the one before, as variable-length numbers (LEB128).
struct TripTimes: Equatable {
  struct Stop: Equatable {
    var sequence: Int
    var stop: Int
    var arrival: Int
    var departure: Int
  }

  var stops: [Stop] = []

  init(stops: [Stop] = []) { self.stops = stops }

  var encoded: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(stops.count * 8)
    var last = Stop(sequence: 0, stop: 0, arrival: 0, departure: 0)
    for stop in stops {
      Self.append(stop.sequence - last.sequence, to: &bytes)
      Self.append(stop.stop - last.stop, to: &bytes)
      Self.append(stop.arrival - last.departure, to: &bytes)
      Self.append(stop.departure - stop.arrival, to: &bytes)
      last = stop
    }
    return bytes
  }

  init(encoded bytes: [UInt8]) {
    var rest = bytes[...]
    var last = Stop(sequence: 0, stop: 0, arrival: 0, departure: 0)
    while let sequence = Self.take(&rest), let stop = Self.take(&rest),
      let arrival = Self.take(&rest), let departure = Self.take(&rest)
    {
      last.arrival = last.departure + arrival
      last.departure = last.arrival + departure
      last.sequence += sequence
      last.stop += stop
      stops.append(last)
    }
  }

  private static func append(_ value: Int, to bytes: inout [UInt8]) {
    var rest = UInt64(bitPattern: Int64((value << 1) ^ (value >> 63)))
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  private static func take(_ bytes: inout ArraySlice<UInt8>) -> Int? {
    var value: UInt64 = 0
    var shift = 0
    while let byte = bytes.popFirst() {
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return Int(Int64(bitPattern: (value >> 1) ^ (0 &- (value & 1)))) }
      shift += 7
      if shift > 56 { return nil }
    }
    return nil
  }
}
