import Foundation
import TestSupport
import Testing

@Suite("The description has one source")
struct DescriptionTests {
  @Test("each of ours says which protocol it needs", arguments: Domains.all)
  func protocolVersion(domain: String) throws {
    let path = "\(BuiltPrograms.repository())/deploy/domains/\(domain).json"
    let data = try Data(contentsOf: URL(fileURLWithPath: path))
    let document = try JSONSerialization.jsonObject(with: data) as? [String: Any]
    #expect((document?["x-mate"] as? [String: Any])?["protocol"] as? String == "1.1")
  }

  @Test(
    "--describe, rpc.discover and the installed file are the same document",
    arguments: Domains.all)
  func sameEverywhere(domain: String) throws {
    let daemon = try DaemonHarness("\(domain)d", domain: domain)
    let live = try daemon.connect().result("rpc.discover")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: BuiltPrograms.path("\(domain)d"))
    process.arguments = ["--describe"]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let printed = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    let path = "\(BuiltPrograms.repository())/deploy/domains/\(domain).json"
    let installed = try Data(contentsOf: URL(fileURLWithPath: path))
    #expect(installed == printed, "run `make describe` and commit deploy/domains/\(domain).json")
    let document = try JSONSerialization.jsonObject(with: printed) as? [String: Any]
    #expect(NSDictionary(dictionary: try #require(document)) == NSDictionary(dictionary: live))
  }
}
