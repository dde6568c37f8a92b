internal import XMLTree

/// An answer about several resources: RFC 4918, section 13.
struct Multistatus {
  struct Response {
    let address: DAVAddress
    /// Of the whole resource; nil where its properties have statuses of their own.
    let status: Int?
    /// Those that were found.
    let properties: [DAVElement]

    func property(_ name: String, in namespace: String = DAVElement.Namespace.dav) -> DAVElement? {
      properties.first { $0.isNamed(name, in: namespace) }
    }

    var etag: String? { property("getetag")?.value.map(Multistatus.strong) }

    var isCollection: Bool { property("resourcetype")?.first("collection") != nil }
  }

  let responses: [Response]
  /// Of a sync-collection report.
  let token: String?

  /// - Throws: ``CalDAVError/malformed(_:)`` for anything but a multistatus.
  init(_ bytes: [UInt8], at address: DAVAddress) throws(CalDAVError) {
    let root = try DAVElement(answer: bytes)
    guard root.isNamed("multistatus") else {
      throw .malformed("\(root.name) in place of multistatus")
    }
    var responses: [Response] = []
    for element in root.all("response") {
      guard let href = element.first("href")?.value else {
        throw .malformed("a response without href")
      }
      var found: [DAVElement] = []
      for part in element.all("propstat") where Self.status(part) == 200 {
        found += part.first("prop")?.children ?? []
      }
      responses.append(
        Response(
          address: try address.resolve(href), status: Self.status(element), properties: found))
    }
    self.responses = responses
    token = root.first("sync-token")?.value
  }

  /// The number in `HTTP/1.1 200 OK`.
  private static func status(_ element: DAVElement) -> Int? {
    guard let words = element.first("status")?.value?.split(separator: " "), words.count >= 2 else {
      return nil
    }
    return Int(words[1])
  }

  /// A tag that was weakened on its way, as by compression, is the server's own without the mark;
  /// a weak one matches nothing.
  static func strong(_ etag: String) -> String {
    etag.hasPrefix("W/") ? String(etag.dropFirst(2)) : etag
  }
}
