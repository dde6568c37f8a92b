internal import CGTFSRealtime
internal import CProtobuf
internal import IPCProtocol

extension RealtimeFeed {
  /// Reads a feed in its binary form, or in the JSON form that some agencies offer beside it.
  ///
  /// What it is is found by reading it: the header of a binary feed begins with a line feed and its
  /// length, so that `0A 7B` may be the begin of either form. What is neither is told by its look.
  ///
  /// - Throws: ``UpstreamFault`` `truncated`, `html` or `malformed`.
  init(_ bytes: [UInt8]) throws(UpstreamFault) {
    do {
      try self.init(protobuf: bytes)
    } catch {
      switch bytes.first(where: { $0 > 0x20 }) {
      case UInt8(ascii: "{"): try self.init(json: bytes)
      case UInt8(ascii: "<"): throw .html
      case nil: throw .truncated
      default: throw error
      }
    }
  }

  private init(protobuf bytes: [UInt8]) throws(UpstreamFault) {
    guard let feed = mate_rt__feed__unpack(nil, bytes.count, bytes) else {
      throw .malformed("no GTFS Realtime message")
    }
    defer { mate_rt__feed__free_unpacked(feed, nil) }
    guard let header = feed.pointee.header else { throw .malformed("a feed without a header") }
    if header.pointee.has_timestamp != 0 {
      timestamp = Self.moment(Int64(clamping: header.pointee.timestamp))
    }
    for index in 0..<feed.pointee.n_entity {
      guard let entity = feed.pointee.entity[index]?.pointee, entity.is_deleted == 0 else {
        continue
      }
      if let update = entity.trip_update { updates.append(TripUpdate(update.pointee)) }
      if let vehicle = entity.vehicle?.pointee {
        vehicles += [VehicleReport(vehicle)].compactMap(\.self)
      }
      if let alert = entity.alert {
        alerts.append(ServiceAlert(alert.pointee, id: TripUpdate.text(entity.id) ?? ""))
      }
    }
  }

  private init(json bytes: [UInt8]) throws(UpstreamFault) {
    let root: JSONValue
    do {
      root = try JSON.parse(bytes)
    } catch {
      throw UpstreamFault(error, in: bytes)
    }
    guard let header = root["header"] else { throw .malformed("a feed without a header") }
    timestamp = header["timestamp"].flatMap(Self.integer).flatMap(Self.moment)
    for entity in root["entity"]?.arrayValue ?? [] {
      if let update = entity["trip_update"] ?? entity["tripUpdate"] {
        updates.append(TripUpdate(update))
      }
      if let vehicle = entity["vehicle"] {
        vehicles += [VehicleReport(vehicle)].compactMap(\.self)
      }
      if let alert = entity["alert"] {
        alerts.append(ServiceAlert(alert, id: entity["id"]?.stringValue ?? ""))
      }
    }
  }

  /// Seconds since 1970; nil for 0, which is none, and for what no clock shows before the year 2242.
  fileprivate static func moment(_ seconds: Int64) -> Int64? {
    (1..<1 << 33).contains(seconds) ? seconds : nil
  }

  /// Numbers of 64 bits are texts in protobuf's JSON.
  fileprivate static func integer(_ value: JSONValue) -> Int64? {
    value.integerValue ?? value.stringValue.flatMap { Int64($0) }
  }
}

extension TripUpdate {
  fileprivate init(_ update: MateRt__TripUpdate) {
    if let trip = update.trip?.pointee { self.init(trip) } else { self.init() }
    if let properties = update.trip_properties?.pointee {
      startDate = Self.text(properties.start_date) ?? startDate
      startTime = Self.text(properties.start_time) ?? startTime
    }
    delay = update.has_delay == 0 ? nil : Int(update.delay)
    for index in 0..<update.n_stop_time_update {
      if let stop = update.stop_time_update[index]?.pointee { stops.append(Stop(stop)) }
    }
  }

  fileprivate init(_ trip: MateRt__Trip) {
    tripID = Self.text(trip.trip_id)
    routeID = Self.text(trip.route_id)
    startDate = Self.text(trip.start_date)
    startTime = Self.text(trip.start_time)
    relation = Relation(Int(trip.schedule_relationship))
  }

  fileprivate static func text(_ pointer: UnsafeMutablePointer<CChar>?) -> String? {
    pointer.map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
  }

  fileprivate init(_ update: JSONValue) {
    self.init(trip: update["trip"])
    let properties = update["trip_properties"] ?? update["tripProperties"]
    startDate = Self.member(properties, "start_date", "startDate")?.stringValue ?? startDate
    startTime = Self.member(properties, "start_time", "startTime")?.stringValue ?? startTime
    delay = update["delay"]?.integerValue.map { Int($0) }
    stops = (Self.member(update, "stop_time_update", "stopTimeUpdate")?.arrayValue ?? [])
      .map(Stop.init)
  }

  fileprivate init(trip: JSONValue?) {
    tripID = Self.member(trip, "trip_id", "tripId")?.stringValue
    routeID = Self.member(trip, "route_id", "routeId")?.stringValue
    startDate = Self.member(trip, "start_date", "startDate")?.stringValue
    startTime = Self.member(trip, "start_time", "startTime")?.stringValue
    switch Self.member(trip, "schedule_relationship", "scheduleRelationship") {
    case .string(let word): relation = Relation(word)
    case .integer(let number): relation = Relation(Int(number))
    default: relation = .scheduled
    }
  }

  fileprivate static func member(
    _ value: JSONValue?, _ name: String, _ camel: String
  ) -> JSONValue? {
    value?[name] ?? value?[camel]
  }
}

extension TripUpdate.Stop {
  fileprivate init(_ stop: MateRt__StopTime) {
    sequence = stop.has_stop_sequence == 0 ? nil : Int(stop.stop_sequence)
    stopID = TripUpdate.text(stop.stop_id)
    arrival = stop.arrival.map { TripUpdate.Event($0.pointee) }
    departure = stop.departure.map { TripUpdate.Event($0.pointee) }
    relation = Relation(rawValue: Int(stop.schedule_relationship)) ?? .scheduled
  }

  fileprivate init(_ stop: JSONValue) {
    sequence = (stop["stop_sequence"] ?? stop["stopSequence"])?.integerValue.map { Int($0) }
    stopID = (stop["stop_id"] ?? stop["stopId"])?.stringValue
    arrival = stop["arrival"].map { TripUpdate.Event($0) }
    departure = stop["departure"].map { TripUpdate.Event($0) }
    switch stop["schedule_relationship"] ?? stop["scheduleRelationship"] {
    case .string("SKIPPED"), .integer(1): relation = .skipped
    case .string("NO_DATA"), .integer(2): relation = .noData
    default: relation = .scheduled
    }
  }
}

extension TripUpdate.Event {
  fileprivate init(_ event: MateRt__Event) {
    delay = event.has_delay == 0 ? nil : Int(event.delay)
    time = event.has_time == 0 ? nil : RealtimeFeed.moment(event.time)
  }

  fileprivate init(_ event: JSONValue) {
    delay = event["delay"]?.integerValue.map { Int($0) }
    time = event["time"].flatMap(RealtimeFeed.integer).flatMap(RealtimeFeed.moment)
  }
}

extension VehicleReport {
  fileprivate init?(_ vehicle: MateRt__VehiclePosition) {
    guard let trip = vehicle.trip?.pointee else { return nil }
    self.init(
      TripUpdate(trip),
      sequence: vehicle.has_current_stop_sequence == 0
        ? nil : Int(vehicle.current_stop_sequence), stopID: TripUpdate.text(vehicle.stop_id),
      status: Int(vehicle.current_status),
      timestamp: vehicle.has_timestamp == 0
        ? nil : RealtimeFeed.moment(Int64(clamping: vehicle.timestamp)))
  }

  fileprivate init?(_ vehicle: JSONValue) {
    func member(_ name: String, _ camel: String) -> JSONValue? { vehicle[name] ?? vehicle[camel] }
    let status =
      switch member("current_status", "currentStatus") {
      case .string("STOPPED_AT"), .integer(1): 1
      default: 2
      }
    self.init(
      TripUpdate(trip: vehicle["trip"]),
      sequence: member("current_stop_sequence", "currentStopSequence")?.integerValue
        .map { Int($0) }, stopID: member("stop_id", "stopId")?.stringValue, status: status,
      timestamp: vehicle["timestamp"].flatMap(RealtimeFeed.integer).flatMap(RealtimeFeed.moment))
  }
}
