internal import IPCProtocol
internal import Loop
internal import PostgreSQL

/// What all branches of a domain have, as the database server's views tell it.
@LoopActor
enum HeadOffice {
  /// The rows of a view, each an object of its columns.
  ///
  /// - Throws: ``BranchTrouble`` where the server does not answer.
  static func rows(of view: String, by settings: BranchSettings) async throws -> [JSONValue] {
    do throws(PostgresError) {
      let connection = try await PostgresConnection.open(
        settings.address, name: "mate \(settings.domain) head office")
      defer { connection.close() }
      let place = "\(MirrorTable.quoted(settings.domain)).\(MirrorTable.quoted(view))"
      let result = try await connection.ask(
        "SELECT coalesce(json_agg(v ORDER BY v.branch), '[]')::text FROM \(place) AS v")
      guard let rows = (try? JSON.parse(result.blob(0, 0)))?.arrayValue else {
        throw PostgresError(.unreadable, "the rows of \(place) are no JSON that can be read here")
      }
      return rows
    } catch {
      throw BranchTrouble.server(error)
    }
  }
}
