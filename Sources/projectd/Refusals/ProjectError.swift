internal import IPCProtocol

/// What the board refuses; nothing has changed then.
typealias ProjectError = Refusal<ProjectReason>

enum ProjectReason: Int, RefusalReason {
  case emptyTitle = 1001
  case titleTooLong = 1002
  case textTooLong = 1003
  case controlCharacter = 1004
  case invalidTag = 1005
  case tooManyTags = 1006
  case invalidDeadline = 1007
  case impossibleDate = 1008
  case unknownZone = 1009
  case unknownProject = 1010
  case ambiguousID = 1011
  case invalidID = 1012
  case nothingToChange = 1013
  case alreadyThere = 1014
  case nothingToUndo = 1015
  case nothingToRedo = 1016
  case invalidRange = 1017
  case nothingNamed = 1018
  case invalidRecurrence = 1019
  case importInvalid = 1020
  case tooManyProjects = 1021
  case unknownReplica = 1022
  case unknownSync = 1023
  case syncNameTaken = 1024
  case syncFailed = 1025
  case clockAhead = 1026
  case syncGap = 1027
  case invalidChanges = 1028
  case invalidSync = 1029
  case importTooLarge = 1030
  case ambiguousDeadline = 1031
  case severalStates = 1032
  case importUnrecognised = 1033
  case saidTwice = 1034
  case notStarted = 1035
  case invalidPriority = 1036
  case circle = 1037
  case unknownNote = 1038
  case tooManyNotes = 1039
  case invalidFilter = 1040
  case unknownContext = 1041
  case tooManyContexts = 1042
  case invalidReminder = 1043
  case pastReminder = 1044
  case reminderWithoutDeadline = 1045
  case tooManyReminders = 1046
  case emptyValue = 1047
  case reversedRange = 1048
  case ownParent = 1049
  case repeatsWithoutDeadline = 1050
  case invalidMonth = 1051
  case invalidContextName = 1052
  case ownPredecessor = 1053
  case unknownWord = 1054
  case anotherOpen = 1055

  static var domain: String { "project" }
}
