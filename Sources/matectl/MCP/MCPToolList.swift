internal import IPCProtocol
internal import Values

/// The tools as `tools/list` has them: what only reads in 16 kB at most, as every model that is given
/// the tools reads all of it each time.
///
/// Where it would be more, titles and hints that tell models nothing are left out; then descriptions of
/// parameters are shortened and left out, those first whose names say most without them.
struct MCPToolList {
  let tools: [MCPTool]
  let language: Language
  let hasOutputSchemas: Bool

  /// Bytes of the tools; what stands around them has less than the rest of 16 kB.
  private static let longest = (16 << 10) - 320

  var json: JSONValue {
    var words: MCPTool.Words = [:]
    var list = json(words, short: false)
    let isBounded = !hasOutputSchemas && !tools.contains { $0.method.access.changesState }
    guard isBounded, Self.bytes(list) > Self.longest else { return list }
    list = json(words, short: true)
    var excess = Self.bytes(list) - Self.longest
    for cut in cuts where excess > 0 {
      words[cut.place] = .some(cut.text)
      excess -= cut.saved
    }
    if !words.isEmpty { list = json(words, short: true) }
    return list
  }

  private func json(_ words: MCPTool.Words, short isShort: Bool) -> JSONValue {
    .array(
      tools.map {
        $0.json(in: language, words, short: isShort, withOutput: hasOutputSchemas)
      })
  }

  // MARK: What is left out

  private struct Cut {
    let place: MCPTool.Place
    /// Nil where nothing is left of it.
    let text: String?
    let saved: Int
    let rank: Int
  }

  /// What may be left out, the first first: what stands behind a semicolon, then whole descriptions.
  private var cuts: [Cut] {
    var cuts: [Cut] = []
    for tool in tools {
      for parameter in tool.parameters {
        let place = MCPTool.Place(tool: tool.name, parameter: parameter.name)
        let whole = parameter.summary.text(in: language)
        let head = whole.prefix { $0 != ";" }
        if head.count < whole.count {
          let saved = Self.bytes(.string(whole)) - Self.bytes(.string(String(head)))
          cuts.append(Cut(place: place, text: String(head), saved: saved, rank: 0))
        }
        guard !parameter.isRequired else { continue }
        // With the name and the punctuation of the member.
        let saved = Self.bytes(.string(String(head))) + #","description":"#.utf8.count
        cuts.append(
          Cut(place: place, text: nil, saved: saved, rank: parameter.rank(in: tool.domain.calls)))
      }
    }
    return cuts.sorted { ($0.rank, -$0.saved, $0.place) < ($1.rank, -$1.saved, $1.place) }
  }

  private static func bytes(_ value: JSONValue) -> Int { JSON.text(value).utf8.count }
}

extension ParameterDescription {
  /// How much is lost with its description: least where the schema lists the values, most where any
  /// text may stand.
  fileprivate func rank(in domain: DomainDescription) -> Int {
    let rules = schema.rules(in: domain.schemas)
    if rules.types == [.boolean] || !rules.enumeration.isEmpty { return 1 }
    if rules.types.allSatisfy({ $0 == .integer || $0 == .number }), !rules.types.isEmpty {
      return 2
    }
    return rules.format == nil ? 4 : 3
  }
}
