import Testing

@testable import CalDAV

@Suite("DAVAddress")
struct DAVAddressTests {
  @Test(
    "one place has one spelling",
    arguments: [
      ("http://Host:5232/kim%40x/a%20b", "http://host:5232/kim@x/a%20b"),
      ("https://host", "https://host/"), ("https://host/a/../b/./c/", "https://host/b/c/"),
      ("https://host/a%2Fb", "https://host/a%2Fb"),
      ("https://host/한글", "https://host/%ED%95%9C%EA%B8%80"),
      ("https://host/a?x=1#y", "https://host/a"), ("https://host/../../etc", "https://host/etc"),
      ("https://host/100%", "https://host/100%25"), ("https://host/a%e2b", "https://host/a%E2b"),
    ])
  func spelling(url: String, expected: String) throws {
    #expect(try DAVAddress(url).url == expected)
    #expect(try DAVAddress(expected).url == expected)
  }

  @Test(
    "what is no address of a server is refused",
    arguments: [
      "", "host/path", "ftp://host/", "https://", "https:///path", "https://user:secret@host/",
      "https://ho st/", "file:///etc/passwd", "https://höst/",
    ])
  func refused(url: String) {
    #expect(throws: CalDAVError.self) { try DAVAddress(url) }
  }

  @Test(
    "references are resolved against where they stand",
    arguments: [
      ("/x/", "https://host/x/"), ("y.ics", "https://host/kim/y.ics"),
      ("https://other/z", "https://other/z"), ("  /x \n", "https://host/x"),
      ("../a%2e", "https://host/a."),
    ])
  func references(text: String, expected: String) throws {
    #expect(try DAVAddress("https://host/kim/tasks").resolve(text).url == expected)
  }

  @Test("members are encoded, whatever is in their names")
  func members() throws {
    let folder = try DAVAddress("https://host/kim")
    #expect(folder.member("a/b?c.ics").path == "/kim/a%2Fb%3Fc.ics")
  }

  @Test("a password follows to the same host, over https to the same domain, and nowhere else")
  func trust() throws {
    let apple = try DAVAddress("https://caldav.icloud.com/")
    #expect(apple.trusts(try DAVAddress("https://p42-caldav.icloud.com:443/1/")))
    #expect(!apple.trusts(try DAVAddress("http://caldav.icloud.com/")))
    #expect(!apple.trusts(try DAVAddress("https://icloud.com.evil.example/")))
    let local = try DAVAddress("http://localhost:5232/")
    #expect(local.trusts(try DAVAddress("http://localhost:5232/x")))
    #expect(!local.trusts(try DAVAddress("http://localhost:9/")))
  }
}

@Suite("Multistatus")
struct MultistatusTests {
  private func read(_ text: String) throws -> Multistatus {
    try Multistatus(Array(text.utf8), at: try DAVAddress("https://host/kim/"))
  }

  @Test("prefixes do not matter, only what was found counts, weak tags lose their mark")
  func read() throws {
    let answer = try read(
      """
      <?xml version="1.0"?><x:multistatus xmlns:x="DAV:"><x:response><x:href>/kim/a%40.ics</x:href>
      <x:propstat><x:prop><x:getetag> W/"7" </x:getetag></x:prop><x:status>HTTP/1.1 200 OK</x:status>
      </x:propstat><x:propstat><x:prop><x:displayname>no</x:displayname></x:prop>
      <x:status>HTTP/1.1 404 Not Found</x:status></x:propstat></x:response>
      <x:response><x:href>/kim/b.ics</x:href><x:status>HTTP/1.1 404 Gone</x:status></x:response>
      <x:sync-token>t</x:sync-token></x:multistatus>
      """)
    #expect(answer.responses.map(\.address.path) == ["/kim/a@.ics", "/kim/b.ics"])
    #expect(
      answer.responses[0].etag == "\"7\"" && answer.responses[0].property("displayname") == nil)
    #expect(answer.responses[1].status == 404 && answer.token == "t")
  }

  @Test(
    "what is no multistatus is refused and expands nothing",
    arguments: [
      "", "<multistatus/>", "<d:multistatus xmlns:d=\"DAV:\"><d:response>", "{\"a\":1}",
      "<d:multistatus xmlns:d=\"DAV:\"><d:response/></d:multistatus>",
      "<!DOCTYPE m [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;&a;\">]><d:multistatus xmlns:d=\"DAV:\"/>",
      "<d:multistatus xmlns:d=\"DAV:\"><d:response><d:href>//evil/x</d:href></d:response></d:multistatus>",
      String(repeating: "<a>", count: 5000),
    ])
  func refused(text: String) {
    #expect(throws: CalDAVError.self) { try read(text) }
  }
}
