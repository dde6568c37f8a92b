package import Values

/// What is known of one object on the server: kept between synchronisations.
package struct CalDAVEntry: Hashable, Sendable {
  package let address: DAVAddress
  /// The version that was last seen; empty where the server was never seen to have it.
  package let etag: String
  /// That version's text: what both sides had.
  package let text: String
  /// The task in it; nil of an object that holds none or cannot be read.
  package let task: UUID?
  /// The local revision that says the same; 0 where the local task says more.
  package let revision: UInt64
  /// Whether it was made by us and no listing of the server has shown it yet.
  ///
  /// An object that comes and goes between two tokens need not be told of (RFC 6578, section 3.5):
  /// ours that the next listing does not show was removed by somebody.
  package let isUnlisted: Bool
  /// The text that is being sent, until it is known what became of it.
  ///
  /// Where the answer is lost it may be the server's version, and is then no change of others.
  package let sent: String?

  package init(
    address: DAVAddress, etag: String, text: String, task: UUID?, revision: UInt64,
    isUnlisted: Bool = false, sent: String? = nil
  ) {
    self.address = address
    self.etag = etag
    self.text = text
    self.task = task
    self.revision = revision
    self.isUnlisted = isUnlisted
    self.sent = sent
  }
}

extension CalDAVEntry {
  var resource: CalDAVResource { CalDAVResource(address: address, etag: etag, text: text) }
  /// Whether the server was ever seen to have it.
  var isSeen: Bool { !etag.isEmpty }

  /// An object that is about to be made.
  static func unseen(_ address: DAVAddress, _ task: UUID) -> CalDAVEntry {
    CalDAVEntry(address: address, etag: "", text: "", task: task, revision: 0, isUnlisted: true)
  }

  func sending(_ text: String) -> CalDAVEntry {
    CalDAVEntry(
      address: address, etag: etag, text: self.text, task: task, revision: revision,
      isUnlisted: isUnlisted, sent: text)
  }
}

/// All that is known of a collection.
package struct CalDAVLedger: Sendable {
  package private(set) var entries: [DAVAddress: CalDAVEntry] = [:]
  private var addresses: [UUID: DAVAddress] = [:]
  /// What the server wants to be asked with next time.
  package var token: String?

  package init(entries: some Sequence<CalDAVEntry> = [], token: String? = nil) {
    self.token = token
    for entry in entries { set(entry) }
  }

  package func entry(of task: UUID) -> CalDAVEntry? { addresses[task].flatMap { entries[$0] } }

  mutating func set(_ entry: CalDAVEntry) {
    remove(entry.address)
    entries[entry.address] = entry
    if let task = entry.task { addresses[task] = entry.address }
  }

  mutating func remove(_ address: DAVAddress) {
    guard let task = entries.removeValue(forKey: address)?.task else { return }
    if addresses[task] == address { addresses[task] = nil }
  }
}
