internal import IPCProtocol
internal import Values

/// Where a train of a line is.
struct TrainPosition: Equatable {
  enum Motion: String, WireWord {
    case approaching, arrived, departed, departedPrevious, unknown
  }

  let line: SubwayLine
  let train: String
  let station: String
  let destination: String?
  let direction: Arrival.Direction?
  let motion: Motion
  let isExpress: Bool
  let isLast: Bool
  /// When it was measured; nil where the source does not say.
  let measuredAt: Timestamp?
}
