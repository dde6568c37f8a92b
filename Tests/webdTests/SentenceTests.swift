import DaemonRuntime
import IPCProtocol
import IPCTransport
import TestSupport
import Testing
import Values

@testable import webd

/// Whoever reads the page is told in their language why something is refused.
@Suite("Sentences of refusals")
struct SentenceTests {
  private func isKorean(_ text: String?) -> Bool {
    text?.unicodeScalars.contains { (0xAC00...0xD7A3).contains($0.value) } ?? false
  }

  private func bank() throws -> DomainDescription {
    let catalog = DescriptionCatalog(folders: ["\(BuiltPrograms.repository())/deploy/domains"])
    return try #require(ScreenShelf(catalog).domain("bank"))
  }

  @Test(
    "the language is the first of those that a browser names which we have",
    arguments: [
      (nil, .english), ("", .english), ("ko", .korean), ("ko-KR,ko;q=0.9,en;q=0.8", .korean),
      ("en-GB, ko", .english), ("fr, de;q=0.9,  KO-kr;q=0.1", .korean), ("fr", .english),
      ("kok, en", .english), ("*", .english), (";;,,ko", .korean),
    ] as [(String?, Language)])
  func language(words: String?, expected: Language) {
    var head = RequestHead(method: "GET", path: "/")
    head.languages = words
    #expect(head.language == expected)
  }

  @Test("whatever the gate refuses has its Korean")
  func gate() throws {
    let gate = Gate(hosts: .own)
    let post = RequestHead(
      method: "POST", path: "/call", host: "localhost", origin: "http://localhost",
      contentType: "application/json")
    let changes: [(inout RequestHead) -> Void] = [
      { $0.method = "PUT" }, { $0.host = "evil.example" }, { $0.length = "x" },
      { $0.length = "70000" }, { $0.contentType = nil }, { $0.origin = nil },
      { $0.site = "cross-site" }, { ($0.path, $0.door) = (Gate.linkPath, .local) },
    ]
    var reasons: Set<LocalizedText> = []
    for change in changes {
      var head = post
      change(&head)
      let refusal = #expect(throws: Gate.Refusal.self) { try gate.check(head) }
      #expect(isKorean(refusal?.reason.ko) && !isKorean(refusal?.reason.en))
      if let refusal { reasons.insert(refusal.reason) }
    }
    #expect(reasons.count == changes.count)
  }

  @Test(
    "each refusal of the protocol has its Korean, also where the method is not known",
    arguments: [
      .parseError, .invalidRequest, .methodNotFound, .invalidParams, .internal, .frameTooLarge,
      .cancelled, .deadlineExceeded, .permissionDenied, .busy, .shuttingDown, .storageFailed,
      .outcomeUnknown,
    ] as [WireError.Kind])
  func protocolErrors(kind: WireError.Kind) throws {
    let bank = try bank()
    let error = WireError(kind, "an English sentence", data: ["reason": "x", "path": "/x"])
    for method in ["bank.take", "bank.none"] {
      let told = error.told(of: method, bank).page["data"]
      #expect(isKorean(told?["sentence"]?["ko"]?.stringValue), "\(kind)")
      #expect(told?["sentence"]?["en"]?.stringValue == "an English sentence")
    }
  }

  @Test(
    "what a parameter has to be is told by its description; what a domain refuses is left alone")
  func mismatch() throws {
    let bank = try bank()
    let data: JSONObject = ["path": "/count", "expected": "an integer", "got": "1.5"]
    let told = WireError(.invalidParams, "/count: expected an integer, got 1.5", data: data)
      .told(of: "bank.add", bank)
    #expect(told.data["sentence"]?["ko"]?.stringValue == "/count: 필요한 값은 정수, 받은 값은 1.5")
    let own = WireError(WireError.Kind(code: 1, name: "bank.closed"), "closed")
    #expect(own.told(of: "bank.add", bank) == own)
  }
}
