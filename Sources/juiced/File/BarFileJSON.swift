internal import Values
internal import IPCProtocol

/// The bar as JSON: `{"currency":"KRW","fruits":[…],"juices":[…]}`.
extension BarFile {
  init(json text: String) throws(BarError) {
    self.init()
    let value: JSONValue
    do {
      value = try JSON.parse(text)
    } catch {
      let line = 1 + text.utf8.prefix(Int(error.offset)).count { $0 == UInt8(ascii: "\n") }
      throw .file(
        "/", "no JSON from line \(line) on: \(error.reason)",
        "\(line)번째 줄부터 JSON이 아니에요. \(JSONReason.korean(error.reason))")
    }
    let root = FileValue(value, "")
    try root.allow("currency", "fruits", "juices")
    if root.has("currency") {
      currency = Part(value: try root.text("currency"), place: "/currency")
    }
    let fruitItems = try root.elements("fruits")
    let juiceItems = try root.elements("juices")
    let count = fruitItems.count + juiceItems.count
    for item in fruitItems {
      Self.tellProgress(fruits.count, of: count)
      try item.allow("fruit", "name", "count", "low", "pack", "packPrice")
      let fruit = FileFruit(
        word: try item.text("fruit"), naming: try item.naming(), count: try item.integer("count"),
        low: try item.optionalInteger("low"),
        pack: Pack(
          pieces: try item.optionalInteger("pack"),
          price: try item.optionalInteger("packPrice")))
      fruits.append(Part(value: fruit, place: item.place))
    }
    for item in juiceItems {
      Self.tellProgress(fruits.count + juices.count, of: count)
      try item.allow("juice", "name", "recipe", "price")
      var recipe: [Bar.WantedIngredient] = []
      for line in try item.elements("recipe") {
        try line.allow("fruit", "count")
        recipe.append(
          Bar.WantedIngredient(fruit: try line.text("fruit"), count: try line.integer("count")))
      }
      let juice = FileJuice(
        word: try item.text("juice"), naming: try item.naming(), recipe: recipe,
        price: try item.optionalInteger("price"))
      juices.append(Part(value: juice, place: item.place))
    }
  }
}

/// One value of the file and its place.
private struct FileValue {
  let value: JSONValue
  let place: String

  init(_ value: JSONValue, _ place: String) {
    self.value = value
    self.place = place
  }

  func has(_ name: String) -> Bool { value[name] != nil }

  func allow(_ names: String...) throws(BarError) {
    guard let object = value.objectValue else {
      throw .file(place.isEmpty ? "/" : place, "an object is expected", "객체가 와야 해요")
    }
    for key in object.keys where !names.contains(key) {
      throw .file("\(place)/\(key)", "no such member", "없는 항목이에요")
    }
  }

  private func member(_ name: String) throws(BarError) -> JSONValue {
    guard let member = value[name] else {
      throw .file("\(place)/\(name)", "it is missing", "빠졌어요")
    }
    return member
  }

  func elements(_ name: String) throws(BarError) -> [FileValue] {
    guard let elements = try member(name).arrayValue else {
      throw .file("\(place)/\(name)", "an array is expected", "배열이 와야 해요")
    }
    return elements.enumerated().map { FileValue($1, "\(place)/\(name)/\($0)") }
  }

  func text(_ name: String) throws(BarError) -> String {
    guard let text = try member(name).stringValue else {
      throw .file("\(place)/\(name)", "a text is expected", "글이 와야 해요")
    }
    return text
  }

  func integer(_ name: String) throws(BarError) -> Int64 {
    guard let number = try member(name).integerValue else {
      throw .file("\(place)/\(name)", "a whole number is expected", "정수가 와야 해요")
    }
    return number
  }

  func optionalInteger(_ name: String) throws(BarError) -> Int64? {
    has(name) ? try integer(name) : nil
  }

  func naming() throws(BarError) -> Bar.Naming {
    guard has("name") else { return Bar.Naming() }
    let names = FileValue(try member("name"), "\(place)/name")
    try names.allow("en", "ko")
    return Bar.Naming(
      english: names.has("en") ? try names.text("en") : nil,
      korean: names.has("ko") ? try names.text("ko") : nil)
  }
}

extension Bar {
  /// The bar as a file that an import takes.
  func text(_ format: BarFile.Format) -> String {
    switch format {
    case .json: JSON.text(json, pretty: true)
    case .csv: csv
    }
  }

  private var json: JSONValue {
    [
      "currency": .string(currency.code),
      "fruits": .array(
        fruitsOnSale.map { fruit in
          var object: JSONObject = [
            "fruit": .string(fruit.name), "name": fruit.title.jsonValue,
            "count": .integer(fruit.count), "low": .integer(fruit.low),
          ]
          object["pack"] = fruit.pack.map(JSONValue.integer)
          object["packPrice"] = fruit.packPrice.map(JSONValue.integer)
          return .object(object)
        }),
      "juices": .array(
        menu.map { juice in
          var object: JSONObject = [
            "juice": .string(juice.name), "name": juice.title.jsonValue,
            "recipe": .array(
              juice.recipe.ingredients.map {
                ["fruit": .string(fruits[$0.fruit].name), "count": .integer($0.count)]
              }),
          ]
          object["price"] = juice.recipe.price.map(JSONValue.integer)
          return .object(object)
        }),
    ]
  }
}
