internal import IPCProtocol
internal import Values

/// Reports of gpsd, one JSON object a line (gpsd_json(5)).
enum GpsdReport {
  /// What makes gpsd report positions.
  static let watch = "?WATCH={\"enable\":true,\"json\":true};\n"

  /// A position, or nil for any other line: versions, devices, satellites, and a receiver that does
  /// not know where it is (`mode` below 2).
  static func fix(_ line: [UInt8]) -> Fix? {
    // gpsd is on this machine, but what is no JSON is no report.
    guard let report = try? JSON.parse(line), report["class"] == "TPV",
      let mode = report["mode"]?.integerValue, mode >= 2,
      let latitude = report["lat"]?.doubleValue, let longitude = report["lon"]?.doubleValue,
      let point = GeoPoint(latitude: latitude, longitude: longitude)
    else { return nil }
    let errors = ["eph", "epx", "epy"].compactMap { report[$0]?.doubleValue }
    return Fix(
      point: point, time: report["time"]?.stringValue.flatMap { Timestamp(rfc3339: $0) },
      accuracy: errors.max())
  }
}
