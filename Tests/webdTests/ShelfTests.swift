import DaemonRuntime
import IPCProtocol
import IPCTransport
import TestSupport
import Testing
import Values

@testable import webd

@Suite("Shelf of screens")
struct ShelfTests {
  @Test("every screen of every domain has a name of its own that can stand in an address")
  func names() throws {
    let catalog = DescriptionCatalog(folders: ["\(BuiltPrograms.repository())/deploy/domains"])
    let shelf = ScreenShelf(catalog)
    #expect(shelf.domains.map(\.domain) == ["bank", "juice", "project", "transit"])
    for domain in shelf.domains {
      let screens = shelf.screens(of: domain.domain)
      #expect(!screens.isEmpty)
      #expect(Set(screens.map(\.name)).count == screens.count)
      for screen in screens {
        let isWord = screen.name.utf8.allSatisfy { byte in
          (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte == 0x2D
        }
        #expect(isWord && screen.name != ScreenPatterns.customerPage, "\(screen.name)")
        #expect(shelf.screen(domain.domain, screen.name)?.view.method == screen.view.method)
        #expect(screen.view.title.ko != nil, "\(screen.name) has no title for a Korean reader")
        #expect(screen.view.method.name.hasPrefix(domain.domain), "\(screen.name) is a domain's")
      }
    }
  }

  @Test("a name that the domain gives stands as it is, and no title takes it")
  func given() throws {
    let text = """
      {"openrpc":"1.2.6","info":{"title":"Tea","version":"1"},
      "x-mate":{"domain":"tea","summary":{"en":"Tea"},"exec":"tead"},
      "x-mate-screens":[{"title":{"en":"Pots"},"view":{"method":"tea.cups"}},
      {"name":"pots","title":{"en":"Cups"},"view":{"method":"tea.cups"}}],
      "methods":[{"name":"tea.cups","x-mate-access":"read","params":[],
      "result":{"name":"r","schema":true},
      "x-mate-render":{"table":{"rows":"/cups","key":"/cup","columns":[
      {"header":{"en":"Cup"},"value":"/text"}]}}}]}
      """
    let domain = try DomainDescription(openRPC: try JSON.parse(text))
    let screens = ScreenShelf([domain]).screens(of: "tea")
    #expect(screens.map(\.name) == ["pots-2", "pots"])
    #expect(screens.map(\.view.keys) == [["/cup"], ["/cup"]])
  }

  @Test(
    "titles become words",
    arguments: [
      ("Line", "line"), ("What if?", "what-if"), ("대기줄", "screen"), ("", "screen"),
      ("--", "screen"),
      ("A/B ../C", "a-b-c"),
    ])
  func word(title: String, word: String) { #expect(ScreenShelf.word(title) == word) }

  @Test("what members of rows are called goes along, in both languages")
  func memberNames() throws {
    let catalog = DescriptionCatalog(folders: ["\(BuiltPrograms.repository())/deploy/domains"])
    let shelf = ScreenShelf(catalog)
    let line = try #require(shelf.screen("bank", "line"))
    let names = ScreenWords(line, canWrite: false, hasCustomerPage: false).json["names"]
    #expect(names?["service"]?["ko"]?.stringValue == "업무")
    for (name, text) in names?.objectValue ?? [:] {
      #expect(!name.contains("/") && text["en"]?.stringValue?.isEmpty == false, "\(name)")
    }
  }

  @Test("who only looks is told nothing of what could be done, and nobody of what needs admin")
  func words() throws {
    let catalog = DescriptionCatalog(folders: ["\(BuiltPrograms.repository())/deploy/domains"])
    let shelf = ScreenShelf(catalog)
    for domain in shelf.domains {
      for screen in shelf.screens(of: domain.domain) {
        let reader = ScreenWords(screen, canWrite: false, hasCustomerPage: false).json
        for member in ["actions", "rowActions", "methods", "schemas", "move", "followUps"] {
          #expect(reader[member] == nil, "\(domain.domain)/\(screen.name) \(member)")
        }
        let writer = ScreenWords(screen, canWrite: true, hasCustomerPage: false).json
        let methods = try #require(writer["methods"]?.objectValue)
        #expect(!methods.isEmpty)
        for (name, method) in methods {
          #expect(["read", "write"].contains(method["x-mate-access"]?.stringValue), "\(name)")
        }
        // Each key does something: the page has all that it needs for it.
        let keyed = (writer["actions"]?.arrayValue ?? []).compactMap { $0["method"]?.stringValue }
        let declared = screen.view.screen?.actions.map(\.method) ?? []
        let isAdmin = { (name: String) in
          domain.methods.first { $0.name == name }?.access == .admin
        }
        #expect(keyed == declared.filter { !isAdmin($0) }, "\(domain.domain)/\(screen.name)")
        for name in keyed { #expect(methods[name] != nil, "\(name)") }
      }
    }
  }

  @Test(
    "a ticket is asked for by what it is, and by nothing else",
    arguments: [
      ("12", true), ("-1", true), ("012", false), ("1.0", false), ("1e3", false), ("x", false),
      ("9223372036854775808", false), ("", false), (String(repeating: "1", count: 65), false),
    ])
  func tickets(text: String, isTicket: Bool) throws {
    let catalog = DescriptionCatalog(folders: ["\(BuiltPrograms.repository())/deploy/domains"])
    let bank = try #require(catalog.description(of: "bank"))
    #expect((FeedSource(ticket: text, of: bank) != nil) == isTicket)
    let juice = try #require(catalog.description(of: "juice"))
    #expect(FeedSource(ticket: text, of: juice) == nil)
  }
}

@Suite("Guests of the page")
struct GuestTests {
  @Test("an address has 64 places and all have 1,024; what is left is had again")
  func room() {
    var guests = GuestList()
    func add(_ descriptor: Int32, _ address: [UInt8]) {
      guests.add(
        Guest(descriptor: descriptor, door: .network, peer: nil, address: address, at: 0))
    }
    for descriptor in 0..<64 { add(Int32(descriptor), [1]) }
    #expect(!guests.hasRoom(for: [1]))
    #expect(guests.hasRoom(for: [2]))
    guests.remove(0)
    #expect(guests.hasRoom(for: [1]))
    for descriptor in 64..<1025 { add(Int32(descriptor), []) }
    #expect(!guests.hasRoom(for: []))
    #expect(!guests.hasRoom(for: [2]))
    guests.remove(1024)
    #expect(guests.hasRoom(for: []))
  }

  @Test("who takes ten seconds for a request is late; who is answered is not")
  func patience() {
    var guests = GuestList()
    for (descriptor, since) in [(1, 0), (2, 1), (3, nil)] as [(Int32, Int64?)] {
      let guest = Guest(descriptor: descriptor, door: .network, peer: nil, address: [], at: 0)
      guest.waitingSince = since
      guests.add(guest)
    }
    #expect(guests.late(at: 9_999).isEmpty)
    #expect(guests.late(at: 10_000) == [1])
    #expect(guests.late(at: 10_001).sorted() == [1, 2])
  }
}

@Suite("Files of the page")
struct PageFilesTests {
  @Test("what is sent is at most 60 kB")
  func size() { #expect(PageFiles.bytes <= 60_000) }

  private func sent(_ script: String) -> String {
    String(decoding: ScriptText(Array(script.utf8)).sent, as: UTF8.self)
  }

  @Test(
    "a script loses comments, and blanks and ends of lines that part nothing",
    arguments: [
      ("// a\n/** b\n * '\n */\nconst x = 1; // it's\n  y *= 2;\n", "let x=1;y*=2;"),
      ("if (x) {\n  y = [1, 2,\n  ];\n} else return z;\n", "if(x){y=[1,2,]}else return z;"),
      ("f({\n  a,\n  b: c,\n});", "f({a,b:c});"),
      ("const constant = a.const;", "let constant=a.let;"),
      ("a + +b - -c + - d++ + e", "a+ +b- -c+-d++ +e"), ("typeof x in y", "typeof x in y"),
      ("가 = 'x'; get 나() {}", "가='x';get 나(){}"),
      ("for (const a of [b, , c]) d;", "for(let a of[b,,c])d;"),
      (
        "const a = 1;\nlet b;\nconst { c } = f(() => { d; const e = 2; });",
        "let a=1,b,{c}=f(()=>{d;let e=2});"
      ),
      ("let a = 1; g(); const b = 2;", "let a=1;g();let b=2;"),
      ("export const a = 1; const b = 2;", "export let a=1;let b=2;"),
      (
        "const a = 1; for (let b = 0; b < a; b += 1) { c; } const d = 3;",
        "let a=1;for(let b=0;b<a;b+=1){c}let d=3;"
      ),
      (
        "if (a === undefined) return true; f(`${b}`, false);",
        "if(a===void 0)return !0;f(`${b}`,!1);"
      ),
    ])
  func blanks(script: String, expected: String) { #expect(sent(script) == expected) }

  @Test(
    "names that a script has for itself are short, and what may mean anything else stays as it is",
    arguments: [
      ("const first = 1; g(first, b.first, ...first);", "let a=1;g(a,b.first,...a);"),
      ("let first = 1, other = first;", "let a=1,b=a;"),
      ("f((first, other) => first[other][first]);", "f((a,b)=>a[b][a]);"),
      ("const first = 1; f({ first });", "let first=1;f({first});"),
      (
        "const { first, other = 2 } = f(); g(first, other);",
        "let{first,other=2}=f();g(first,other);"
      ),
      ("const first = f(); g({ first: 1 });", "let first=f();g({first:1});"),
      ("export const first = 1; const other = first;", "export let first=1;let a=first;"),
      ("import { first } from 'x'; const other = first;", "import{first}from'x';let a=first;"),
      (
        "class A { first = 1; other(third) { return third + this.first; } }",
        "class A{first=1;other(a){return a+this.first}}"
      ),
      ("const first = 1; f(`first ${first} ${'first'}`);", "let a=1;f(`first ${a} ${'first'}`);"),
      ("if (first) { second(first); }", "if(first){second(first)}"),
      ("first = 1; f(document, first);", "first=1;f(document,first);"),
      ("let first = 1; first++; f(first + +first);", "let a=1;a++;f(a+ +a);"),
    ])
  func names(script: String, expected: String) {
    let pieces = ScriptText(Array(script.utf8)).pieces
    #expect(String(decoding: ShortNames.sent(pieces), as: UTF8.self) == expected)
  }

  @Test(
    "texts, templates and patterns of a script stay as they are",
    arguments: [
      "'a  // b', ' ? ', 'it\\'s  \\\\'", "\"a ' => b\"",
      "`a  /* b ${c} ' = ${`d  ${ {e} }  f`}  g`",
      "/a  'b/g", "x.test(/[/'\\]]  '/)", "return /  '/", "!/^\\/  x/", "a ? /  '/ : b",
    ])
  func texts(script: String) {
    let part = script.replacing("${ {e} }", with: "${{e}}").replacing(
      "a ? /  '/ : b", with: "a?/  '/:b"
    )
    .replacing("return /", with: "return/").replacing("', '", with: "','")
    #expect(sent("f( \(script) )  // '") == "f(\(part))")
  }

  @Test(
    "a slash behind a value divides", arguments: ["a / b  / c", "f() / b  / c", "[1] / b  / c"])
  func division(script: String) { #expect(sent(script) == script.filter { $0 != " " }) }

  @Test("a sheet of styles loses the spaces that say nothing, and no rule")
  func tightened() {
    let sheet = String(decoding: PackageResources.page_css, as: UTF8.self)
    let sent = String(decoding: PageFiles.tightened(PackageResources.page_css), as: UTF8.self)
    #expect(sent.count { $0 == "{" } == sheet.count { $0 == "{" })
    #expect(sent.contains("*{box-sizing:border-box}") && !sheet.contains("/*"))
    let text =
      "a > b :focus, p { margin: 0 1px; color: red; }\n"
      + "@media (x: y) and (z) {\n  i { top: calc(1px + 2px) }\n}"
    let short = PageFiles.tightened(Array(text.utf8))
    #expect(
      String(decoding: short, as: UTF8.self)
        == "a>b :focus,p{margin:0 1px;color:red}@media (x:y) and (z){i{top:calc(1px + 2px)}}")
  }
}

@Suite("Words for customers")
struct CustomerWordsTests {
  @Test(
    "advice to type something is left out, and all of it where nothing else is said",
    arguments: [
      ("no ticket 9 was taken today; see `a b`", "no ticket 9 was taken today"),
      ("오늘 발급된 9번 번호표는 없습니다. `a b`를 보십시오", "오늘 발급된 9번 번호표는 없습니다."),
      ("it is gone; take a new one", "it is gone; take a new one"),
      ("`a` shows it; `b; c. d` ends it", nil), ("see `a b`", nil), ("", ""),
      ("one; `a; b` two; three.", "one; three."), ("1.5 m; see `a`", "1.5 m"),
      ("never closed; `a b", "never closed"),
    ] as [(String, String?)])
  func commands(text: String, expected: String?) {
    let shown = CustomerWords.withoutCommands(LocalizedText(en: text))
    #expect(shown?.en == expected)
    let both = CustomerWords.withoutCommands(LocalizedText(en: "fine", ko: text))
    #expect(both?.ko == expected)
  }
}
