@testable import CalDAV
@testable import TaskFormats
@testable import XMLTree

/// An answer of a CalDAV server is read or refused; no address in it leads to a place without a host, and
/// each reads back as itself.
func fuzzDAV(_ bytes: [UInt8]) {
  guard let home = try? DAVAddress("https://cloud.example/dav/") else { fatalError("no home") }
  if let answer = try? Multistatus(bytes, at: home) {
    for response in answer.responses {
      precondition(!response.address.host.isEmpty, "an address without a host")
      precondition((try? DAVAddress(response.address.url)) == response.address, "another address")
      _ = home.trusts(response.address)
      _ = response.etag
      for data in response.properties { _ = try? CalendarObject(data.text) }
    }
  }
  _ = try? CalendarObject(String(decoding: bytes, as: UTF8.self))
}
