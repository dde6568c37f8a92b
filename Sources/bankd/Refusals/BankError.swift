internal import IPCProtocol

/// What the branch refuses; nothing has changed then.
typealias BankError = Refusal<BankReason>

enum BankReason: Int, RefusalReason {
  case closed = 1001
  case alreadyOpen = 1002
  case alreadyClosed = 1003
  case alreadyClosing = 1004
  case keptOrCleared = 1005
  case unknownService = 1006
  case unknownTeller = 1007
  case unknownTicket = 1008
  case ticketGone = 1009
  case ticketInService = 1010
  case ticketNotCalled = 1011
  case invalidCount = 1012
  case lineFull = 1013
  case invalidDuration = 1014
  case invalidDistribution = 1015
  case invalidName = 1016
  case tooMany = 1017
  case serviceUnstaffed = 1018
  case tellerNeeded = 1019
  case tellerBusy = 1020
  case tellerIdle = 1021
  case tellerPaused = 1022
  case tellerNotPaused = 1023
  case tellerAutomatic = 1024
  case nobodyWaiting = 1025
  case sameService = 1026
  case noAutomaticTeller = 1027
  case dayReset = 1028
  case invalidPeriod = 1029
  case noServices = 1030
  case invalidTitle = 1031
  case ambiguousService = 1032
  case serviceWanted = 1033
  case serviceBound = 1034
  case lastService = 1035
  case noManualTeller = 1036
  case whichTeller = 1037
  case otherService = 1038
  case ticketAbsent = 1039
  case nobodyInHand = 1040
  case otherTicket = 1041
  case ticketLeftDesk = 1042
  case invalidReason = 1050
  case invalidFile = 1051
  case notClosed = 1052
  case exportTooLong = 1053
  case outsideHours = 1054
  case notClosedThen = 1055
  case unknownZone = 1056
  case closedInPast = 1057
  case planWords = 1060
  case planUnstaffed = 1061
  case planHours = 1062
  case planDay = 1063
  case planGap = 1064
  case planScheduled = 1065
  case planRecord = 1066
  case planNobody = 1067
  case planUnseen = 1068
  case planSteady = 1069
  case planTwice = 1070
  case planGrades = 1071
  case planWarmUp = 1072
  case planShare = 1073
  case planNobodyCounts = 1074
  case planRecords = 1075
  case planSize = 1076
  case planDayCustomers = 1077
  case planIdle = 1078
  case planDayWord = 1079
  case oneMachine = 1080

  static var domain: String { "bank" }
}
