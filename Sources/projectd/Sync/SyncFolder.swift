internal import Glibc
internal import IPCProtocol
internal import LinuxSystem
internal import Values

/// A folder that several machines see, as a shared disk or a folder that something else carries
/// between them: each replica leaves one file of all it has done and reads those of the others.
///
/// `<replica>.mate`: a line of JSON about the replica, then one line a change. A file is replaced as
/// a whole, so that nobody reads half of one.
struct SyncFolder: Sendable {
  let path: String

  private static let ending = ".mate"
  /// What a file may have at most, in bytes.
  private static let limit = 256 << 20

  struct File {
    let replica: UUID
    let clock: UInt64
    let changes: [Change]
  }

  /// The replicas whose files are there, with the clocks of their last changes.
  ///
  /// - Throws: ``PeerFailure`` where the folder cannot be read.
  func files() throws(PeerFailure) -> [UUID] {
    guard let directory = opendir(path) else {
      throw .offline("\(path): \(reason)")
    }
    defer { closedir(directory) }
    var ids: [UUID] = []
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      guard name.hasSuffix(Self.ending), let id = UUID(name.dropLast(Self.ending.utf8.count))
      else { continue }
      ids.append(id)
    }
    return ids.sorted()
  }

  private var reason: String { String(cString: strerror(errno)) }

  /// The clock in the head of a replica's file; 0 where it has none that can be read.
  func clock(of id: UUID) -> UInt64 {
    let name = "\(path)/\(id)\(Self.ending)"
    guard let bytes = try? InputFile.readOrdinary(name, limit: Self.limit),
      let head = bytes.split(separator: 0x0A, maxSplits: 1).first,
      let value = try? JSON.parse(Array(head))
    else { return 0 }
    return value["clock"]?.stringValue.flatMap { HybridClock.clock($0) } ?? 0
  }

  /// What a replica has done; nil where nothing is in it behind a clock.
  func read(_ id: UUID, behind clock: UInt64) throws(PeerFailure) -> File? {
    let name = "\(path)/\(id)\(Self.ending)"
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try InputFile.readOrdinary(name, limit: Self.limit)
    } catch {
      throw .offline(error.description)
    }
    var lines = bytes.split(separator: 0x0A).makeIterator()
    guard let head = lines.next().flatMap({ try? JSON.parse(Array($0)) }),
      head["replica"]?.stringValue == id.description,
      let last = head["clock"]?.stringValue.flatMap({ HybridClock.clock($0) })
    else { throw damaged(name, "its first line is not of this program") }
    guard last > clock else { return nil }
    var changes: [Change] = []
    while let line = lines.next() {
      do throws(ProjectError) {
        let change = try Change(json: Array(line))
        if change.stamp.clock > clock { changes.append(change) }
      } catch {
        throw damaged(name, error.sentence.en)
      }
    }
    // A file that is still on its way has a head and not all of its changes.
    guard head["changes"]?.integerValue.map({ Int($0) >= changes.count }) == true,
      changes.last.map({ $0.stamp.clock == last }) ?? false
    else { throw damaged(name, "it is not whole yet") }
    return File(replica: id, clock: last, changes: changes)
  }

  private func damaged(_ name: String, _ problem: String) -> PeerFailure {
    .failed("\(name): \(problem)")
  }

  /// Replaces the file of a replica.
  func write(
    _ id: UUID, clock: UInt64, _ changes: [Change]
  ) throws(PeerFailure) {
    var writer = JSONWriter()
    writer.value([
      "mate": "project", "replica": .string(id.description),
      "clock": .string(HybridClock.text(clock)), "changes": .integer(changes.count),
    ])
    do throws(JSONEncodingFailure) {
      for change in changes {
        writer.bytes.append(0x0A)
        try WireChange(change).write(to: &writer)
      }
    } catch {
      throw .failed(error.reason)
    }
    writer.bytes.append(0x0A)
    do throws(SystemError) {
      try WholeFile.replace("\(path)/\(id)\(Self.ending)", with: writer.bytes)
    } catch {
      throw .offline(error.description)
    }
  }
}
