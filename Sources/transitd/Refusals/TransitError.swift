internal import IPCProtocol
internal import Values

/// What is refused; nothing has changed then.
typealias TransitError = Refusal<TransitReason>

enum TransitReason: Int, RefusalReason {
  case unknownStation = 1001
  case unknownStop = 1002
  case unknownLine = 1003
  case unknownFavourite = 1004
  case favouritesFull = 1005
  case favouriteKnown = 1006
  case noKey = 1007
  case keyRefused = 1008
  case quotaExhausted = 1009
  case upstreamFailed = 1010
  case noFavourites = 1011
  case unknownAlarm = 1012
  case alarmKnown = 1013
  case unknownLeave = 1014
  case leavesFull = 1015
  case invalidWindow = 1016
  case invalidKey = 1017
  case invalidURL = 1018
  case invalidPosition = 1019
  case feedUnreadable = 1020
  case feedInvalid = 1021
  case feedTooLarge = 1022
  case unknownFeed = 1023
  case feedsFull = 1024
  case importRunning = 1025
  case unknownFeedStop = 1026
  case ambiguousStop = 1027
  case invalidTime = 1028
  case downloadFailed = 1029
  case nothingToConfigure = 1030
  case invalidRoute = 1031
  case positionMissing = 1032
  case ambiguousFavourite = 1033
  case lineNotThere = 1034
  case queryMissing = 1035
  case noTimetables = 1036
  case tooManyStopTimes = 1037
  case samePlace = 1038
  case noWay = 1039
  case outsideTimetable = 1040
  case unknownFeedLine = 1041
  case twoTimes = 1042
  case timetablesChanged = 1043
  case noDestination = 1044
  case favouriteIsWay = 1045
  case arriveByMissing = 1046
  case walkMissing = 1047
  case leaveMixed = 1048
  case timePassed = 1049
  case relayLoop = 1050
  case invalidUpstream = 1051
  case ambiguousStation = 1052
  case unknownPlace = 1053
  case placesFull = 1054
  case invalidPlaceName = 1055
  case unknownEnd = 1056
  case invalidDay = 1057

  static var domain: String { "transit" }
}

extension TransitError {
  /// What else may have been meant, behind the word that nothing has.
  static func hint(_ names: [String]) -> JSONValue {
    let list = names.joined(separator: ", ")
    return LocalizedText(
      en: names.isEmpty ? "" : "; perhaps \(list)", ko: names.isEmpty ? "" : " (비슷한 이름: \(list))"
    ).jsonValue
  }
}
