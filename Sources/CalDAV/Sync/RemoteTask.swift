package import TaskFormats
package import Values

/// A task as the server has it, with what this machine knows of it.
package struct RemoteTask: Sendable {
  package let record: TaskRecord
  /// What both sides had; nil where they meet for the first time.
  package let base: TaskRecord?
  /// What was sent since, and may have arrived.
  package let sent: TaskRecord?
  private let resource: CalDAVResource
  private let isUnlisted: Bool
  /// The local revision that said what the server had; 0 where none did.
  package let settled: UInt64
  /// Whether somebody has put it there since this machine last saw all of the collection.
  package let isNewThere: Bool

  init(_ record: TaskRecord, in resource: CalDAVResource, known: CalDAVEntry?, hasMet: Bool) {
    self.record = record
    isNewThere = hasMet && known == nil
    self.resource = resource
    // A version that could not be read is none that anything can be compared with.
    base = known.flatMap { try? CalendarObject($0.text) }?.record
    sent = known?.sent.flatMap { try? CalendarObject($0) }?.record
    settled = known?.revision ?? 0
    isUnlisted = known?.isUnlisted ?? false
  }

  /// Whether the server says just what this machine has said before.
  package var isOurs: Bool {
    [base, sent].contains { $0.map { CalendarObject.isSame($0, record) } ?? false }
  }

  /// Whether the server says just what was being sent when the answer was lost.
  package var wasSent: Bool { sent.map { CalendarObject.isSame($0, record) } ?? false }

  /// What is to be remembered once it was put together with the local task, which is nil where it
  /// was removed here and is to stay so: the next step then removes it there.
  package func entry(with local: LocalTask?) -> CalDAVEntry {
    let isSame = local.map { CalendarObject.isSame($0.record, record) } ?? false
    return CalDAVEntry(
      address: resource.address, etag: resource.etag, text: resource.text, task: record.id,
      revision: isSame ? local?.revision ?? 0 : 0, isUnlisted: isUnlisted)
  }
}

extension TaskRecord {
  /// This task put together with the server's, as ``merged(with:base:sent:said:)`` does.
  package func merged(
    with remote: RemoteTask, said: [PartialKeyPath<TaskRecord>: Timestamp] = [:]
  ) -> TaskRecord {
    merged(with: remote.record, base: remote.base, sent: remote.sent, said: said)
  }
}
