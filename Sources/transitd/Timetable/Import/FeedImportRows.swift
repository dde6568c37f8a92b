internal import CivilTime
internal import Storage
internal import Values

/// The files of a feed, one function each.
extension FeedImport {
  func readAgency(_ csv: CSVReader) throws {
    let zoneColumn = try csv.required("agency_timezone")
    let name = csv.column("agency_name")
    var names: [String] = []
    while try csv.next() {
      let text = csv.text(zoneColumn)
      if zone.isEmpty { zone = text }
      guard text == zone else {
        throw csv.problem("two agencies of one feed have two time zones", "시간대가 서로 다름")
      }
      names.append(csv.text(name))
    }
    guard (try? TimeZoneDatabase().zone(named: zone)) != nil else {
      throw FeedProblem.invalid(
        csv.file, 2, "there is no time zone \(zone.prefix(64))", "\(zone.prefix(64)) 시간대가 없음")
    }
    agency = names.prefix(3).joined(separator: ", ")
  }

  func readStops(_ csv: CSVReader) throws {
    let id = try csv.required("stop_id")
    let (code, name) = (csv.column("stop_code"), csv.column("stop_name"))
    let (latitude, longitude) = (csv.column("stop_lat"), csv.column("stop_lon"))
    let (parent, platform) = (csv.column("parent_station"), csv.column("platform_code"))
    let timeZone = csv.column("stop_timezone")
    let (kind, wheelchair) = (csv.column("location_type"), csv.column("wheelchair_boarding"))
    // The second is Google's; `stop_desc` is where most agencies write the street.
    let address = [csv.column("stop_desc"), csv.column("stop_address")]
    var zones = FeedZones()
    while try csv.next() {
      try count(csv, stops.count)
      let (number, isNew) = stops.insert(csv.bytes(id))
      guard isNew else { throw csv.problem("the stop came before", "같은 정류장이 두 번 나옴") }
      guard !csv.bytes(id).isEmpty else { throw csv.problem("stop_id is empty", "stop_id가 비어 있음") }
      let title = csv.text(name)
      let point = try point(csv, latitude, longitude)
      try database.run(
        "INSERT INTO stop VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", .integer(number),
        .text(csv.text(id)), .optional(csv.optionalText(code)), .text(title),
        .text(FeedNames.folded(title)), point.map { .real($0.latitude) } ?? .null,
        point.map { .real($0.longitude) } ?? .null, .optional(csv.optionalText(parent)),
        .optional(csv.optionalText(platform)), .optional(zone(csv, timeZone, &zones)),
        .integer(Self.choice(csv, kind, "location_type", most: 4)),
        .integer(Self.choice(csv, wheelchair, "wheelchair_boarding", most: 2)),
        .optional(Self.address(address.compactMap { csv.optionalText($0) })))
    }
  }

  private static func address(_ texts: [String]) -> String? {
    let words = texts.flatMap(FeedNames.words)
    return words.isEmpty ? nil : words.joined()
  }

  /// The time zone on a stop's own clocks, where it is not the feed's.
  private func zone(_ csv: CSVReader, _ column: Int?, _ zones: inout FeedZones) -> String? {
    guard let name = csv.optionalText(column), name != zone else { return nil }
    if zones[name] != nil { return name }
    skip(.unknownZone, csv)
    return nil
  }

  /// Entrances and nodes may be nowhere; what is somewhere must be on the globe.
  private func point(_ csv: CSVReader, _ latitude: Int?, _ longitude: Int?) throws -> GeoPoint? {
    guard let lat = try csv.number(latitude, "stop_lat"),
      let lon = try csv.number(longitude, "stop_lon")
    else { return nil }
    let point = GeoPoint(latitude: lat, longitude: lon)
    if point == nil { skip(.offGlobe, csv) }
    return point
  }

  func readRoutes(_ csv: CSVReader) throws {
    let id = try csv.required("route_id")
    let (short, long) = (csv.column("route_short_name"), csv.column("route_long_name"))
    let type = csv.column("route_type")
    while try csv.next() {
      try count(csv, routes.count)
      let (number, isNew) = routes.insert(csv.bytes(id))
      guard isNew else { throw csv.problem("the route came before", "같은 노선이 두 번 나옴") }
      try database.run(
        "INSERT INTO route VALUES (?, ?, ?, ?, ?)", .integer(number), .text(csv.text(id)),
        .text(csv.text(short)), .text(csv.text(long)),
        .integer(try csv.integer(type, "route_type") ?? 3))
    }
  }

  func readCalendar(_ csv: CSVReader) throws {
    let id = try csv.required("service_id")
    let names = [
      "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
    ]
    let days = try names.map { name throws(FeedProblem) in try csv.required(name) }
    let (start, end) = (try csv.required("start_date"), try csv.required("end_date"))
    while try csv.next() {
      let number = try service(csv, id)
      var weekdays: UInt8 = 0
      for (index, column) in days.enumerated() {
        switch try csv.integer(column, names[index]) {
        case 1: weekdays |= 1 << UInt8(index)
        case 0: break
        default: throw csv.wrong(column, names[index])
        }
      }
      calendar.services[number].weekdays = weekdays
      calendar.services[number].firstDay = try day(csv, start, "start_date")
      calendar.services[number].lastDay = try day(csv, end, "end_date")
    }
  }

  func readCalendarDates(_ csv: CSVReader) throws {
    let id = try csv.required("service_id")
    let date = try csv.required("date")
    let type = try csv.required("exception_type")
    while try csv.next() {
      let number = try service(csv, id)
      let day = try day(csv, date, "date")
      switch try csv.integer(type, "exception_type") {
      case 1: calendar.services[number].added.insert(day)
      case 2: calendar.services[number].removed.insert(day)
      default: throw csv.wrong(type, "exception_type")
      }
    }
  }

  private func service(_ csv: CSVReader, _ column: Int) throws(FeedProblem) -> Int {
    let (number, isNew) = services.insert(csv.bytes(column))
    guard number < StopTime.maximumServices else {
      throw .tooLarge("too many services", "운행일이 너무 많음")
    }
    if isNew { calendar.services.append(ServiceDays(id: csv.text(column))) }
    return number
  }

  /// `20260908` as days since 1970-01-01.
  private func day(_ csv: CSVReader, _ column: Int, _ name: String) throws(FeedProblem) -> Int32 {
    guard let digits = try csv.integer(column, name), let date = CivilDate(digits: digits) else {
      throw csv.wrong(column, name)
    }
    return date.dayNumber
  }

  func readTrips(_ csv: CSVReader) throws {
    let (id, route) = (try csv.required("trip_id"), try csv.required("route_id"))
    let service = try csv.required("service_id")
    let (headsign, short) = (csv.column("trip_headsign"), csv.column("trip_short_name"))
    let direction = csv.column("direction_id")
    let wheelchair = csv.column("wheelchair_accessible")
    while try csv.next() {
      try count(csv, trips.count)
      guard let route = routes.find(csv.bytes(route)) else {
        skip(.unknownRoute, csv)
        continue
      }
      let (number, isNew) = trips.insert(csv.bytes(id))
      guard isNew else { throw csv.problem("the trip came before", "같은 운행이 두 번 나옴") }
      guard number < StopTime.maximumTrips else {
        throw FeedProblem.tooLarge("too many trips", "운행이 너무 많음")
      }
      // A service without days is no mistake of the trip: it never runs.
      let days = try self.service(csv, service)
      tripService.append(Int32(days))
      try database.run(
        "INSERT INTO trip VALUES (?, ?, ?, ?, ?, ?, ?, ?)", .integer(number), .text(csv.text(id)),
        .integer(route), .integer(days), .optional(csv.optionalText(headsign)),
        .optional(csv.optionalText(short)),
        .optional(try csv.integer(direction, "direction_id").map(Int64.init)),
        .integer(Self.choice(csv, wheelchair, "wheelchair_accessible", most: 2)))
    }
  }

  func readFrequencies(_ csv: CSVReader) throws {
    let (id, headway) = (try csv.required("trip_id"), try csv.required("headway_secs"))
    let (start, end) = (try csv.required("start_time"), try csv.required("end_time"))
    let exact = csv.column("exact_times")
    while try csv.next() {
      guard let trip = trips.find(csv.bytes(id)) else {
        skip(.unknownTrip, csv)
        continue
      }
      guard let seconds = try csv.integer(headway, "headway_secs"), (1...86_400).contains(seconds)
      else { throw csv.wrong(headway, "headway_secs") }
      guard let from = try csv.seconds(start, "start_time"),
        let until = try csv.seconds(end, "end_time")
      else { throw csv.problem("a time is missing", "시각이 빠짐") }
      isTemplate.insert(trip)
      try database.run(
        "INSERT INTO frequency VALUES (?, ?, ?, ?, ?)", .integer(trip), .integer(from),
        .integer(until), .integer(seconds),
        .bool(try csv.integer(exact, "exact_times") == 1))
    }
  }
}
