import Foundation
import TestSupport
import Testing

/// A board on a machine of its own, and a client of it.
final class Machine {
  let daemon: DaemonHarness
  let client: WireClient

  init() throws {
    daemon = try DaemonHarness("projectd", domain: "project")
    client = try daemon.connect()
  }

  /// What leads to this machine's board from another one, as ssh would.
  var command: String {
    let domains = "\(BuiltPrograms.repository())/deploy/domains"
    return "[ ! -e '\(awayFile)' ] || { echo 'ssh: no route to host' >&2; exit 255; }; "
      + "MATE_DOMAINS_PATH='\(domains)' exec '\(BuiltPrograms.path("matectl"))' --no-start "
      + "--socket-dir '\(daemon.directory.path)' stdio-bridge project"
  }

  private var awayFile: String { daemon.directory.file("away") }

  /// While it is away nobody gets a connection to it.
  func setAway(_ isAway: Bool) throws {
    if isAway {
      try Data().write(to: URL(fileURLWithPath: awayFile))
    } else {
      try FileManager.default.removeItem(atPath: awayFile)
    }
  }

  func add(_ title: String, _ more: [String: Any] = [:]) throws {
    try client.result("project.add", ["title": title].merging(more) { $1 })
  }

  func meet(_ other: Machine, as name: String) throws {
    try client.result("project.sync.add", ["name": name, "command": other.command])
  }

  @discardableResult
  func sync(_ name: String) throws -> (received: Int, sent: Int) {
    let results = try client.result("project.sync.run", ["name": name])["results"]
    let result = try #require((results as? [[String: Any]])?.first)
    return (try #require(result["received"] as? Int), try #require(result["sent"] as? Int))
  }

  /// Everything by UUID, without the numbers, which are each machine's own.
  func contents() throws -> [String: NSDictionary] {
    let list = try client.result("project.list", ["all": true, "zone": "UTC"])["projects"]
    var contents: [String: NSDictionary] = [:]
    for row in try #require(list as? [[String: Any]]) {
      let id = try #require(row["id"] as? Int)
      var details = try client.result("project.show", ["id": id, "zone": "UTC"])
      for member in ["id", "fields"] { details[member] = nil }
      // Elsewhere the name of its machine stands behind a user's.
      details["changedBy"] = (details["changedBy"] as? String)?.components(separatedBy: "@")[0]
      contents[try #require(details["uuid"] as? String)] = NSDictionary(dictionary: details)
    }
    return contents
  }

  func number(of title: String) throws -> Int {
    let list =
      try client.result("project.list", ["all": true])["projects"] as? [[String: Any]] ?? []
    let row = try #require(list.first { $0["title"] as? String == title }, "\(title)")
    return try #require(row["id"] as? Int)
  }

  func status() throws -> [[String: Any]] {
    try client.result("project.sync.status")["syncs"] as? [[String: Any]] ?? []
  }
}
