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
    stops.reserveCapacity(bytes.count / 4)
    bytes.withUnsafeBytes { bytes in
      var place = 0
      var last = Stop(sequence: 0, stop: 0, arrival: 0, departure: 0)
      while let sequence = Self.take(bytes, &place), let stop = Self.take(bytes, &place),
        let arrival = Self.take(bytes, &place), let departure = Self.take(bytes, &place)
      {
        last.arrival = last.departure + arrival
        last.departure = last.arrival + departure
        last.sequence += sequence
        last.stop += stop
        stops.append(last)
      }
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

  private static func take(_ bytes: UnsafeRawBufferPointer, _ place: inout Int) -> Int? {
    var value: UInt64 = 0
    var shift = 0
    while place < bytes.count {
      let byte = bytes[place]
      place += 1
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return Int(Int64(bitPattern: (value >> 1) ^ (0 &- (value & 1)))) }
      shift += 7
      if shift > 56 { return nil }
    }
    return nil
  }
}
