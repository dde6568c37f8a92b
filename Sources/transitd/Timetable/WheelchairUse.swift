/// What a feed says of people in wheelchairs at a stop or in a vehicle (`wheelchair_boarding`,
/// `wheelchair_accessible`).
enum WheelchairUse: Int64, Sendable {
  case unknown, possible, impossible

  init(_ value: Int64) { self = Self(rawValue: value) ?? .unknown }
}
