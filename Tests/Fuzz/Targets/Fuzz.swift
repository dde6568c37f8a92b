import Glibc
import TaskFormats

/// What is done with the bytes of one input; it traps where a promise is broken.
typealias FuzzTarget = @Sendable ([UInt8]) -> Void

/// Every target by the name of its corpus.
private let targets: [String: FuzzTarget] = [
  "Frames": fuzzFrames,
  "JSON": fuzzJSON,
  "Description": fuzzDescription,
  "FeedArchive": fuzzFeedArchive,
  "FeedTables": fuzzFeedTables,
  "Realtime": fuzzRealtime,
  "Portals": fuzzPortals,
  "DAV": fuzzDAV,
  "MCP": fuzzMCP,
  "ZoneFile": fuzzZoneFile,
  "BranchFile": fuzzBranchFile,
  "BarFile": fuzzBarFile,
  "Changeset": fuzzChangeset,
  "WriteAheadLog": fuzzWriteAheadLog,
  "Keys": fuzzKeys,
  "Gpsd": fuzzGpsd,
  "ICalendar": { fuzzTasks($0, .ics) },
  "TodoTxt": { fuzzTasks($0, .todotxt) },
  "Taskwarrior": { fuzzTasks($0, .taskwarrior) },
  "CSV": { fuzzTasks($0, .csv) },
  "TaskJSON": { fuzzTasks($0, .json) },
]

private let target: FuzzTarget = {
  let name = getenv("FUZZ_TARGET").map { String(cString: $0) } ?? ""
  guard let target = targets[name] else {
    fatalError("FUZZ_TARGET is one of \(targets.keys.sorted().joined(separator: ", "))")
  }
  return target
}()

@_cdecl("LLVMFuzzerTestOneInput")
func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  target(Array(UnsafeBufferPointer(start: start, count: count)))
  return 0
}
