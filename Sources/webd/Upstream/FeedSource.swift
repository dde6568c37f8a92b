internal import IPCProtocol

/// What is asked for and followed, so that browsers see it.
struct FeedSource {
  let domain: DomainDescription
  let method: MethodDescription
  var params: JSONObject
  let follow: ScreenView.Follow
  let refresh: ScreenDescription.Refresh?
  /// The sentence that readers are told of an event that hints; nil tells them nothing of it.
  let news: MessageTemplate?

  init(_ view: ScreenView, of domain: DomainDescription) {
    self.domain = domain
    (method, params, follow) = (view.method, view.params, view.follow)
    refresh = view.screen?.refresh
    news = if case .hint(let stream) = follow { stream.newsSentence } else { nil }
  }

  /// The page of one customer; nil for what is no such word, and where the domain has none.
  init?(ticket: String, of domain: DomainDescription) {
    guard let page = domain.publicPage,
      let method = domain.methods.first(where: { $0.name == page.method }),
      let parameter = method.parameters.first(where: { $0.name == page.parameter }),
      (1...64).contains(ticket.utf8.count)
    else { return nil }
    let types = parameter.rules(in: domain.schemas).types
    var value = JSONValue.string(ticket)
    if types.contains(.integer) {
      guard let number = Int64(ticket), String(number) == ticket else { return nil }
      value = .integer(number)
    }
    self.domain = domain
    self.method = method
    params = [page.parameter: value]
    follow = domain.methods.first { $0.name == page.follow }.map { .hint($0) } ?? .nothing
    // Estimates grow old while nothing happens.
    refresh = ScreenDescription.Refresh(every: 5)
    // What happens to others is nothing to a customer.
    news = nil
  }
}

extension MethodDescription {
  /// How an event of a stream is told in one sentence; nil where it is shown otherwise.
  var newsSentence: MessageTemplate? {
    if case .message(let sentence)? = renderEvent { sentence } else { nil }
  }
}
