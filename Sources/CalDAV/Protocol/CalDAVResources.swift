internal import HTTPClient
internal import XMLTree

/// A calendar object as the server has it.
package struct CalDAVResource: Hashable, Sendable {
  package let address: DAVAddress
  /// The server's mark of this version.
  package let etag: String
  package let text: String
}

/// What a server says about a collection.
struct CollectionChanges {
  /// Resources with their tags; of a complete listing all of them.
  var tags: [DAVAddress: String] = [:]
  var removed: Set<DAVAddress> = []
  /// What to ask with next time; nil where the server has no such thing.
  var token: String?
  /// Whether what is not in `tags` is not there.
  var isComplete = false
}

extension CalDAVClient {
  /// How often a server may say that there is more.
  private static let maximumPages = 1000

  /// What has changed in a collection since a token, or everything without one.
  func changes(
    in collection: CalDAVCollection, since token: String?
  ) async throws -> CollectionChanges {
    guard collection.hasSync else { return try await listing(of: collection) }
    var changes = CollectionChanges(token: token, isComplete: token == nil)
    do {
      for _ in 0..<Self.maximumPages where try await !page(of: collection, into: &changes) {
        return changes
      }
      throw CalDAVError.malformed("changes without end")
    } catch CalDAVError.refused {
      // It said that it could and cannot: then by comparing everything.
      return try await listing(of: collection)
    }
  }

  /// Asks once; true where there is more to ask for.
  private func page(
    of collection: CalDAVCollection, into changes: inout CollectionChanges
  ) async throws -> Bool {
    let answer = try await report(
      "REPORT", collection.address, depth: "0", DAVBody.syncCollection(token: changes.token))
    guard let token = answer.token else { throw CalDAVError.malformed("no sync-token") }
    let isStuck = token == changes.token
    changes.token = token
    var hasMore = false
    for response in answer.responses {
      if response.address == collection.address
        || response.address.asCollection == collection.address
      {
        // RFC 6578, section 3.6: the list was cut.
        hasMore = hasMore || response.status == 507
      } else if response.status == 404 || response.status == 410 {
        changes.tags[response.address] = nil
        changes.removed.insert(response.address)
      } else if let etag = response.etag {
        changes.tags[response.address] = etag
        changes.removed.remove(response.address)
      }
    }
    return hasMore && !isStuck
  }

  /// The tags of all tasks, by a query that every server of CalDAV answers.
  private func listing(of collection: CalDAVCollection) async throws -> CollectionChanges {
    let answer = try await report("REPORT", collection.address, depth: "1", DAVBody.allTasks)
    var changes = CollectionChanges(isComplete: true)
    for response in answer.responses {
      if let etag = response.etag { changes.tags[response.address] = etag }
    }
    return changes
  }

  /// Objects with their tags, some at a time; what is not there is left out.
  func resources(_ addresses: [DAVAddress], in collection: CalDAVCollection) async throws
    -> [CalDAVResource]
  {
    guard !addresses.isEmpty else { return [] }
    let answer = try await report(
      "REPORT", collection.address, depth: "1", DAVBody.multiget(addresses))
    let wanted = Set(addresses)
    return answer.responses.compactMap { response in
      let data = response.property("calendar-data", in: DAVElement.Namespace.calDAV)
      guard let text = data?.text, let etag = response.etag, wanted.contains(response.address)
      else { return nil }
      return CalDAVResource(address: response.address, etag: etag, text: text)
    }
  }

  /// One object; nil where it is not there.
  func resource(_ address: DAVAddress) async throws -> CalDAVResource? {
    do {
      let response = try await send("GET", address)
      guard let etag = response.headers["ETag"] else {
        throw CalDAVError.malformed("an object without ETag")
      }
      return CalDAVResource(
        address: address, etag: Multistatus.strong(etag),
        text: String(decoding: response.body, as: UTF8.self))
    } catch CalDAVError.notFound {
      return nil
    }
  }

  /// Stores an object where the server still has the version with `etag`, or none where it is nil.
  ///
  /// - Returns: The version as the server has it now, which may have other words in it.
  /// - Throws: ``CalDAVError/changed(path:)`` where another version is there, or none any more.
  func store(_ text: String, at address: DAVAddress, replacing etag: String?) async throws
    -> CalDAVResource
  {
    let condition = etag.map { ("If-Match", $0) } ?? ("If-None-Match", "*")
    let response: [(name: String, value: String)] = [condition]
    let answer: CalDAVResource?
    do {
      let result = try await send(
        "PUT", address, headers: response, body: text, contentType: "text/calendar; charset=utf-8")
      answer = result.headers["ETag"].map {
        CalDAVResource(address: address, etag: Multistatus.strong($0), text: text)
      }
    } catch CalDAVError.notFound where etag != nil {
      throw CalDAVError.changed(path: address.path)
    }
    if let answer { return answer }
    // RFC 4791, section 5.3.4: no tag means that the server has written something else.
    guard let stored = try await resource(address) else {
      throw CalDAVError.changed(path: address.path)
    }
    return stored
  }

  /// Removes an object where the server still has the version; that it is gone already is fine.
  ///
  /// - Throws: ``CalDAVError/changed(path:)`` where another version is there.
  func remove(_ address: DAVAddress, etag: String) async throws {
    do {
      _ = try await send("DELETE", address, headers: [("If-Match", etag)])
    } catch CalDAVError.notFound {}
  }
}
