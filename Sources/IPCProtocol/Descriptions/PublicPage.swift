package import Values

/// What one customer may see of a domain without any right, as with the number of a ticket
/// (`x-mate-public`).
package struct PublicPage: Hashable, Sendable {
  package var title: LocalizedText
  /// A read that shows a message.
  package var method: String
  /// What the customer has: the one parameter that the read is given.
  package var parameter: String
  /// The stream whose events mean that the answer may be another; nil where nothing tells.
  package var follow: String?

  package init(
    _ title: LocalizedText, _ method: String, of parameter: String, follow: String? = nil
  ) {
    self.title = title
    self.method = method
    self.parameter = parameter
    self.follow = follow
  }
}

extension PublicPage {
  var jsonValue: JSONValue {
    var object: JSONObject = [
      "title": title.jsonValue, "method": .string(method), "parameter": .string(parameter),
    ]
    object["follow"] = follow.map(JSONValue.string)
    return .object(object)
  }

  init(_ reader: DescriptionReader) throws(DescriptionError) {
    try reader.allow(only: "title", "method", "parameter", "follow")
    self.init(
      try reader.required("title").localized(), try reader.required("method").string(),
      of: try reader.required("parameter").string(), follow: try reader.optional("follow")?.string()
    )
  }
}

extension DomainDescription {
  /// The public page shows a message of a read, and nothing else has to be said for it.
  func checkPublicPage(_ document: DescriptionReader) throws(DescriptionError) {
    guard let page = publicPage, let place = document.optional("x-mate-public") else { return }
    let name = try place.required("method")
    guard let method = methods.first(where: { $0.name == page.method }),
      !method.access.changesState, !method.isStream, case .message? = method.render
    else { throw name.failure("\(page.method) is no read that shows a message") }
    guard method.parameters.contains(where: { $0.name == page.parameter }),
      !method.parameters.contains(where: { $0.isRequired && $0.name != page.parameter })
    else { throw try place.required("parameter").failure("\(page.parameter) is not all it needs") }
    guard let follow = page.follow else { return }
    guard
      methods.contains(where: {
        $0.name == follow && $0.isStream && !$0.access.changesState
          && !$0.parameters.contains(where: \.isRequired)
      })
    else {
      throw try place.required("follow").failure("\(follow) is no stream that only reads")
    }
  }
}
