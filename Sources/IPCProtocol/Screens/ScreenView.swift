package import Values

/// One tab of a domain's screen: what is asked for, how it is drawn, and what tells that it changed.
package struct ScreenView {
  package var title: LocalizedText
  /// A read, or a stream whose events are whole results.
  package let method: MethodDescription
  package var params = JSONObject()
  package let rendering: Rendering
  package var follow = Follow.nothing
  /// What its rows are known by, as JSON Pointers into a row.
  package var keys: [String] = []
  /// What the domain says of it, where it says something.
  package var screen: ScreenDescription?

  package enum Follow {
    /// It is asked for again from time to time.
    case nothing
    /// Each event of this stream is a whole result.
    case whole(MethodDescription)
    /// An event of this stream means that it may have changed.
    case hint(MethodDescription)
  }
}

extension ScreenView {
  /// The tabs of a domain: what it says itself, then its reads that need nothing and are drawn as a
  /// board or a table, boards first.
  package static func all(of domain: DomainDescription) -> [ScreenView] {
    let declared = domain.screens.compactMap { Self.declared($0, in: domain) }
    var views: [ScreenView] = []
    for method in domain.methods
    where method.isView && !declared.contains(where: { $0.method.name == method.name }) {
      guard let view = view(of: method, in: domain) else { continue }
      views.append(view)
    }
    // A stream that draws what no read does is a tab of its own.
    for stream in domain.methods where stream.isFollowable {
      guard let view = view(of: stream, in: domain),
        !(declared + views).contains(where: { $0.rendering == view.rendering })
      else { continue }
      views.append(view)
    }
    let isBoard = { (view: ScreenView) in
      if case .board = view.rendering { true } else { false }
    }
    return declared + views.filter(isBoard) + views.filter { !isBoard($0) }
  }

  private static func declared(
    _ screen: ScreenDescription, in domain: DomainDescription
  ) -> ScreenView? {
    guard let method = domain.methods.first(where: { $0.name == screen.method }),
      var view = view(of: method, screen.params, in: domain)
    else { return nil }
    view.title = screen.title
    view.screen = screen
    if let follow = screen.follow,
      let stream = domain.methods.first(where: { $0.name == follow.method })
    {
      view.follow = follow.isWhole ? .whole(stream) : .hint(stream)
    }
    return view
  }

  /// The tab that shows one read or stream; nil for what draws no rows.
  package static func view(
    of method: MethodDescription, _ params: JSONObject = [:], in domain: DomainDescription
  ) -> ScreenView? {
    if method.isStream {
      guard let rendering = method.renderEvent, rendering.isOfRows, !method.access.changesState
      else { return nil }
      return ScreenView(
        title: title(of: method, params, in: domain), method: method, params: params,
        rendering: rendering,
        follow: .whole(method), keys: keys(of: method, rendering, in: domain))
    }
    guard let rendering = method.render, rendering.isOfRows, !method.access.changesState else {
      return nil
    }
    let streams = domain.methods.filter(\.isFollowable)
    let same = streams.first { $0.renderEvent == rendering && params.isEmpty }
    let hints = streams.first { $0.renderEvent?.isOfRows == false }
    return ScreenView(
      title: title(of: method, params, in: domain), method: method, params: params,
      rendering: rendering,
      follow: same.map(Follow.whole) ?? hints.map(Follow.hint) ?? .nothing,
      keys: keys(of: method, rendering, in: domain))
  }

  /// The words that a person would type, which are shorter than what they do.
  private static func title(
    of method: MethodDescription, _ params: JSONObject = [:], in domain: DomainDescription
  ) -> LocalizedText {
    let words = (method.command?.path ?? [method.name]).joined(separator: " ")
    let asked = params.members.compactMap {
      $0.value.stringValue ?? $0.value.integerValue?.description
    }
    guard !asked.isEmpty else { return LocalizedText(en: words, ko: nil) }
    // One read that was asked for is a page of its own, which says what of.
    let own = domain.screens.first { $0.method == method.name }?.title
    let of = asked.joined(separator: " ")
    let korean = own?.ko ?? method.command?.summary?.ko ?? method.summary.ko ?? words
    return LocalizedText(
      en: "\(own?.en ?? words.prefix(1).uppercased() + words.dropFirst()): \(of)",
      ko: "\(korean): \(of)")
  }

  /// What the rendering says that its rows are known by, and else what other methods ask for by
  /// completing from this one.
  private static func keys(
    of method: MethodDescription, _ rendering: Rendering, in domain: DomainDescription
  ) -> [String] {
    var keys = rendering.keys
    for parameter in domain.methods.flatMap(\.parameters) {
      guard let source = parameter.completion, source.method == method.name,
        let key = source.keyOfRow, !keys.contains(key)
      else { continue }
      keys.append(key)
    }
    return keys
  }
}

extension MethodDescription {
  /// Whether it can be a tab without being asked for anything.
  ///
  /// What asks somebody outside is none: a screen would ask again and again, and where nobody is there it would
  /// show nothing else but that.
  fileprivate var isView: Bool {
    mayBeShown && !isStream && !isOpenWorld && render?.isOfRows == true
  }

  /// Whether it can be followed without being asked for anything.
  fileprivate var isFollowable: Bool { mayBeShown && isStream && renderEvent != nil }

  /// Whether it is a command that only reads, at once, and needs nothing; what the runtime has for every domain
  /// is about the daemon.
  private var mayBeShown: Bool {
    !isOfRuntime && !access.changesState && !reportsProgress && loop == nil && command != nil
      && !parameters.contains(where: \.isRequired)
  }
}

extension CompletionSource {
  /// The pointer behind the last `*`: into one row.
  package var keyOfRow: String? {
    let tokens = values.split(separator: "/").map(String.init)
    guard let star = tokens.lastIndex(of: "*") else { return nil }
    return tokens[(star + 1)...].map { "/\($0)" }.joined()
  }
}

extension ScreenView {
  /// What of a method is known from a row: a parameter that completes from this view.
  ///
  /// A required parameter rather than one that can be left out; of a read only a required one, as it
  /// is about the row then.
  ///
  /// - Parameters:
  ///   - method: What could be done.
  ///   - source: JSON Pointer of the array that the row stands in.
  /// - Returns: Nil where a row tells nothing of it.
  package func rowParameter(
    of method: MethodDescription, at source: String
  ) -> ParameterDescription? {
    let known = method.parameters.filter { parameter in
      parameter.completion.map { $0.method == self.method.name && $0.stands(at: source) } ?? false
    }
    if let needed = known.first(where: \.isRequired) { return needed }
    // What may be said of another row, as with a flag, is no reason to do it with this one.
    guard method.access.changesState, let command = method.command else { return nil }
    return known.first { command.positionals.contains($0.name) }
  }
}

extension CompletionSource {
  /// Whether its values lie in the elements of an array at this place.
  fileprivate func stands(at source: String) -> Bool {
    let tokens = values.split(separator: "/")
    guard let star = tokens.lastIndex(of: "*") else { return false }
    let place = source.split(separator: "/")
    return place.count == star && zip(tokens, place).allSatisfy { $0 == $1 || $0 == "*" }
  }
}
