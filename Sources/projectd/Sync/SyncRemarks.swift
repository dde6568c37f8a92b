internal import Loop
internal import Values

/// What people are told of an exchange though nothing failed.
@LoopActor
final class SyncRemarks {
  var texts: [LocalizedText] = []
}
