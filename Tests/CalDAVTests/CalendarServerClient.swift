import CalDAV
import HTTPClient
import TestSupport

extension CalendarServer {
  func client(path: String = "/", password: String = password) throws -> CalDAVClient {
    try CalDAVClient(
      url: url + path, credentials: .init(user: Self.user, password: password),
      fetcher: HTTPFetcher())
  }
}
