internal import Values

/// Renderings as `x-mate-render` writes them.
extension Rendering {
  package var jsonValue: JSONValue {
    switch self {
    case .message(let template): ["message": template.jsonValue]
    case .table(let table): ["table": table.jsonValue]
    case .board(let board): ["board": board.jsonValue]
    case .raw(let pointer): ["raw": .string(pointer)]
    }
  }
}

extension MessageTemplate {
  fileprivate var jsonValue: JSONValue {
    switch self {
    case .text(let text): text.jsonValue
    case .cases(let pointer, let cases):
      [
        "by": .string(pointer),
        "cases": .object(JSONObject(cases.map { ($0.value, $0.text.jsonValue) })),
      ]
    }
  }
}

extension TableTemplate {
  fileprivate var jsonValue: JSONValue {
    var object: JSONObject = [
      "rows": .string(rows), "columns": .array(columns.map { .object($0.jsonObject) }),
    ]
    object["key"] = key.map(JSONValue.string)
    object["count"] = count.map(JSONValue.string)
    object["empty"] = empty?.jsonValue
    object["footer"] = footer?.jsonValue
    object["chart"] = chart?.jsonValue
    if !instead.isEmpty { object["instead"] = .array(instead.map(\.jsonValue)) }
    return .object(object)
  }
}

extension BarTemplate {
  var jsonValue: JSONValue {
    var object: JSONObject = ["text": text.jsonValue]
    object["tooltip"] = tooltip?.jsonValue
    object["class"] = kind.map(JSONValue.string)
    return .object(object)
  }
}

extension TableColumn {
  fileprivate var jsonObject: JSONObject {
    var object: JSONObject = ["header": header.jsonValue, "value": .string(value)]
    object["format"] = format.map(JSONValue.string)
    if !style.isEmpty { object["style"] = .array(style.map(\.jsonValue)) }
    object["rank"] = rank.map { .integer(Int64($0)) }
    object["detail"] = detail.map(JSONValue.string)
    object["least"] = least.map { .integer(Int64($0)) }
    return object
  }
}

extension StyleRule {
  fileprivate var jsonValue: JSONValue {
    ["when": .string(when), "is": self.is, "use": .string(use.rawValue)]
  }
}

extension BoardTemplate {
  fileprivate var jsonValue: JSONValue {
    var object: JSONObject = [
      "columns": .array(
        columns.map { column in
          var object: JSONObject = [
            "title": column.title.jsonValue, "items": .string(column.items),
            "card": column.card.ko == nil ? .string(column.card.en) : column.card.jsonValue,
          ]
          if !column.style.isEmpty { object["style"] = .array(column.style.map(\.jsonValue)) }
          object["key"] = column.key.map(JSONValue.string)
          object["count"] = column.count.map(JSONValue.string)
          object["value"] = column.value
          object["detail"] = column.detail.map(JSONValue.string)
          return .object(object)
        })
    ]
    object["footer"] = footer?.jsonValue
    return .object(object)
  }
}
