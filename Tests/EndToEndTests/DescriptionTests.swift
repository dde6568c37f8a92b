import Foundation
import IPCProtocol
import TestSupport
import Testing
import Values

/// What every domain of this repository promises of its description, in the order of the one list.
@Suite("The description has one source")
struct DescriptionTests {
  private func installed(_ domain: String) throws -> Data {
    let path = "\(BuiltPrograms.repository())/deploy/domains/\(domain).json"
    return try Data(contentsOf: URL(fileURLWithPath: path))
  }

  private func description(_ domain: String) throws -> DomainDescription {
    try DomainDescription(openRPC: JSON.parse(Array(installed(domain))))
  }

  @Test("each of ours says which protocol it needs", arguments: Domains.all)
  func protocolVersion(domain: String) throws {
    let document = try JSONSerialization.jsonObject(with: installed(domain)) as? [String: Any]
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
    #expect(
      try installed(domain) == printed,
      "run `make describe` and commit deploy/domains/\(domain).json")
    let document = try JSONSerialization.jsonObject(with: printed) as? [String: Any]
    #expect(NSDictionary(dictionary: try #require(document)) == NSDictionary(dictionary: live))
  }

  /// Every text with a Korean half, wherever it stands.
  private func koreanTexts(_ value: JSONValue) -> [String] {
    if let texts = value.objectValue {
      if texts["en"] != nil, let ko = texts["ko"]?.stringValue { return [ko] }
      return texts.members.flatMap { koreanTexts($0.value) }
    }
    return value.arrayValue?.flatMap(koreanTexts) ?? []
  }

  @Test(
    "particles behind a member are left to the template, in every sentence", arguments: Domains.all)
  func particles(domain: String) throws {
    let texts = try koreanTexts(JSON.parse(Array(installed(domain))))
    #expect(texts.count > 50)
    let written = /[을은이와과]\([를는가]|와\(과|과\(와|\(으\)로|}[`'’"]?(을|를|이|가|은|는|와|과|으로|로)([ .,]|$)/
    for text in texts { #expect(text.firstMatch(of: written) == nil, "\(text)") }
  }

  @Test(
    "the bank, the board and the way to work speak 합니다체", arguments: ["bank", "project", "transit"])
  func speech(domain: String) throws {
    let texts = try koreanTexts(JSON.parse(Array(installed(domain))))
    let polite = /[가-힣](세요|아요|어요|해요|네요|예요|에요|돼요|게요)([ .,!?]|$)/
    for text in texts { #expect(text.firstMatch(of: polite) == nil, "\(text)") }
  }

  @Test(
    "refusals show moments as people say them, and in Korean nothing but Korean, names and commands",
    arguments: Domains.all)
  func refusalWords(domain: String) throws {
    let errors = try description(domain).errors
    #expect(errors.count > 10)
    // What is typed or written so in every language.
    let names: Set<String> = [
      "left", "no-show", "wrong-service", "KRW", "USD", "UUID", "GTFS", "CSV", "JSON", "Asia/Seoul",
      "mango", "d", "http://127.0.0.1:8088/api/subway",
    ]
    for error in errors where error.kind.name != "transit.invalidTime" {
      let (en, ko) = (error.message.en, error.message.text(in: .korean))
      for text in [en, ko] {
        #expect(!text.contains(/\{(at|until|since|[a-z]+At)\}/), "\(error.kind.name): \(text)")
      }
      #expect(ko != en && ko.contains(/\p{Hangul}/), "\(error.kind.name): \(ko)")
      let bare = ko.replacing(/`[^`]*`|\{[^}]*\}|--[a-z-]+/, with: " ")
      for word in bare.matches(of: /[A-Za-z][A-Za-z0-9:\/.-]*/).map({ String($0.output) }) {
        #expect(names.contains(word), "\(error.kind.name): \(ko)")
      }
    }
  }

  @Test("a strict reader takes the document for what was written", arguments: Domains.all)
  func roundTrip(domain: String) throws {
    let description = try description(domain)
    #expect(try DomainDescription(openRPC: description.openRPC) == description)
    var document = try #require(JSON.parse(Array(installed(domain))).objectValue)
    let methods = try #require(document["methods"]?.arrayValue)
    // What every daemon answers comes first, and no reader takes it for the domain's.
    #expect(
      methods.prefix(4).map { $0["name"] }
        == ["rpc.discover", "mate.ping", "mate.status", "mate.metrics"])
    document["methods"] = .array(Array(methods.dropFirst(4)))
    #expect(description.openRPC == .object(document))
  }

  @Test(
    "what is shown and completed is in the results and events of the calls",
    arguments: Domains.all)
  func places(domain: String) throws {
    let description = try description(domain)
    #expect(description.danglingPlaces == [])
    #expect(description.methods.allSatisfy { $0.isStream == ($0.event != nil) })
  }

  @Test(
    "every text is there in both languages, and every command has an example",
    arguments: Domains.all)
  func translated(domain: String) throws {
    let description = try description(domain)
    #expect(description.summary.ko?.isEmpty == false)
    for method in description.methods {
      let name = method.name
      #expect(method.summary.ko?.isEmpty == false, "\(name)")
      #expect(method.parameters.allSatisfy { $0.summary.ko?.isEmpty == false }, "\(name)")
      #expect(method.command == nil || method.command?.examples.isEmpty == false, "\(name)")
      for text in texts(method.render) + texts(method.renderEvent) {
        #expect(text.ko != nil, "\(name): \(text.en)")
      }
    }
  }

  private func texts(_ rendering: Rendering?) -> [LocalizedText] {
    switch rendering {
    case .message(.text(let text)): [text]
    case .message(.cases(_, let cases)): cases.map(\.text)
    case .table(let table):
      table.columns.map(\.header) + [table.empty, table.footer].compactMap(\.self)
    case .board(let board): board.columns.map(\.title)
    case .raw, nil: []
    }
  }

  @Test(
    "every refusal has a code of its own, from 1001, and a sentence in both languages",
    arguments: Domains.all)
  func refusals(domain: String) throws {
    let errors = try description(domain).errors
    #expect(!errors.isEmpty)
    #expect(Set(errors.map(\.kind.code)).count == errors.count)
    for error in errors {
      #expect((1001...32767).contains(error.kind.code))
      #expect(error.kind.name.hasPrefix("\(domain)."))
      #expect(!error.message.en.isEmpty && error.message.ko?.isEmpty == false)
    }
  }
}
