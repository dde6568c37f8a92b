internal import IPCProtocol
internal import IPCTransport
internal import Loop
internal import Values

/// The page of one customer.
extension WebService {
  /// How long its daemon is waited for before the page is sent without what it says, in microseconds.
  private static let askedFor: Int64 = 2_000_000

  /// The page, which is not found where there is no such ticket: what it shows then says so.
  ///
  /// - Parameters:
  ///   - parts: What stands behind `/t`: a domain where several have such a page, and a ticket.
  ///   - exchange: The request, which is answered now or later.
  func customerPage(_ parts: [String], _ exchange: Exchange) {
    func answer(_ status: Int) {
      var answer = PageFiles.answer("index.html")
      answer.status = status
      exchange.finish(answer)
    }
    let writer = writer(exchange)
    let isShown = { (label: String) in self.mayShowCustomerPage(of: label, to: writer) }
    let named = parts.first.flatMap { known($0) }.flatMap { domain in
      domain.publicPage != nil && isShown(domain.label) ? domain : nil
    }
    guard let domain = named ?? (parts.count < 2 ? shelf.publicDomain(where: isShown) : nil) else {
      return answer(404)
    }
    guard let ticket = parts.dropFirst(named == nil ? 0 : 1).first else { return answer(200) }
    guard let source = FeedSource(ticket: ticket, of: domain), let link = link(to: domain) else {
      return answer(404)
    }
    var request = CallRequest(method: source.method.name, params: source.params)
    request.onlyReads = true
    var timer: LoopTimer?
    timer = EventLoop.shared.makeTimer { answer(200) }
    timer?.arm(afterMicroseconds: Self.askedFor)
    link.call(request) { reply in
      timer?.disarm()
      timer = nil
      if case .failure(let error) = reply, error.kind.saysNo { answer(404) } else { answer(200) }
    }
  }

  func followTicket(_ name: String, _ ticket: String, _ exchange: Exchange) {
    guard let domain = shelf.domain(name), let source = FeedSource(ticket: ticket, of: domain),
      mayShowCustomerPage(of: name, to: writer(exchange))
    else { return exchange.finish(.refused(.noTicket)) }
    follow("\(name)/t/\(ticket)", source, of: domain, exchange)
  }
}

extension WireError.Kind {
  /// Whether the domain itself says no, or its description: nothing of the way there does.
  fileprivate var saysNo: Bool { code > 0 || self == .invalidParams }
}
