internal import IPCProtocol
internal import Queueing
internal import Values

extension BranchFile {
  /// Reads a file, and judges it as the branch that it makes.
  ///
  /// - Throws: ``BankReason/invalidFile`` with the place.
  init(_ text: String) throws(BankError) {
    // Editors put a byte order mark before UTF-8.
    let bytes = Array((text.first == "\u{FEFF}" ? text.dropFirst() : text[...]).utf8)
    let result = bytes.withUnsafeBytes { bytes -> Result<BranchFile, FileProblem> in
      let document = JSONDocument()
      do throws(JSONSyntaxError) {
        try document.parse(bytes)
      } catch {
        let line = 1 + bytes.prefix(error.offset).count { $0 == UInt8(ascii: "\n") }
        return .failure(
          FileProblem(
            "no JSON from line \(line) on: \(error.reason)", "\(line)번째 줄부터 JSON이 아닙니다"))
      }
      return withExtendedLifetime(document) {
        do throws(FileProblem) {
          return .success(try BranchFile(FileValue(document.root)))
        } catch {
          return .failure(error)
        }
      }
    }
    do throws(FileProblem) { self = try result.get() } catch { throw error.refusal }
  }

  private init(_ root: FileValue) throws(FileProblem) {
    try root.allow("format", "version", "settings", "services", "tellers", "line", "days")
    try root.read("format") { value throws(FileProblem) in try value.word([(Self.format, ())]) }
    try root.read("version") { value throws(FileProblem) in
      guard try value.integer(from: 1) <= Self.version else {
        throw FileProblem(
          "a newer program wrote this; version \(Self.version) is read here",
          "더 새로운 프로그램이 만든 파일입니다. 여기서는 버전 \(Self.version)까지 읽습니다")
      }
    }
    (spread, hours) = try root.read("settings") { value throws(FileProblem) in
      try value.allow("spread", "hours")
      let spread = try value.read("spread") { value throws(FileProblem) in
        try value.word(Spread.allCases.map { ($0.word, $0) })
      }
      return (spread, try value.readOptional("hours", Self.hours))
    }
    services = try root.read("services") { value throws(FileProblem) in
      try Self.unique(try value.each(Self.service), by: \.name)
    }
    let active = services.count { !$0.isRetired }
    guard active > 0, services.count <= ServiceSet.capacity else {
      throw FileProblem(
        "1 to \(ServiceSet.capacity) services are expected, one of them not retired",
        "업무는 1개부터 \(ServiceSet.capacity)개까지이고 하나는 retired가 아니어야 합니다"
      ).under("services")
    }
    let places = Places(services)
    tellers = try root.read("tellers") { value throws(FileProblem) in
      try Self.unique(
        try value.each { value throws(FileProblem) in try Self.teller(value, places) },
        by: \.number)
    }.sorted { $0.number < $1.number }
    guard tellers.count <= Branch.maximumTellers else {
      throw FileProblem(
        "at most \(Branch.maximumTellers) tellers", "창구는 \(Branch.maximumTellers)개까지입니다"
      ).under("tellers")
    }
    history = try Self.history(root, places)
  }

  /// Where the services of the file stand.
  struct Places {
    private let places: [String: Int]
    private let active: Set<Int>

    init(_ services: [Service]) {
      places = Dictionary(services.enumerated().map { ($1.name, $0) }) { first, _ in first }
      active = Set(services.indices.filter { !services[$0].isRetired })
    }

    /// A service by its word; one that is gone will do where `isPast`.
    func service(_ value: FileValue, isPast: Bool) throws(FileProblem) -> Int {
      let word = try value.text()
      guard let place = places[word] else {
        throw FileProblem("the file has no service \(word)", "파일에 없는 업무입니다: \(word)")
      }
      guard isPast || active.contains(place) else {
        throw FileProblem("\(word) is retired", "없어진 업무입니다: \(word)")
      }
      return place
    }
  }

  /// Nothing comes twice.
  static func unique<Element, Key: Hashable>(
    _ elements: [Element], by key: (Element) -> Key
  ) throws(FileProblem) -> [Element] {
    var seen: Set<Key> = []
    for (index, element) in elements.enumerated() where !seen.insert(key(element)).inserted {
      throw FileProblem(
        "\(key(element)) is there twice", "두 번 나옵니다: \(key(element))"
      ).under("\(index)")
    }
    return elements
  }

  // MARK: Who and what

  private static func service(_ value: FileValue) throws(FileProblem) -> Service {
    try value.allow("service", "name", "time", "target", "retired")
    let word = try value.read("service") { value throws(FileProblem) in
      let word = try value.text()
      try Self.judged { () throws(BankError) in try Branch.check(name: word) }
      return word
    }
    let title = try value.read("name") { value throws(FileProblem) in
      try value.allow("en", "ko")
      return LocalizedText(
        en: try value.read("en", Self.title), ko: try value.readOptional("ko", Self.title))
    }
    let time = try value.read("time", Self.time)
    let isRetired = try value.readOptional("retired") { value throws(FileProblem) in
      try value.flag()
    }
    return Service(
      name: word, title: title, time: time, target: try value.readOptional("target", target),
      isRetired: isRetired ?? false)
  }

  private static func target(_ value: FileValue) throws(FileProblem) -> WaitTarget {
    try value.allow("withinSeconds", "share")
    let within = try value.read("withinSeconds") { value throws(FileProblem) in
      try value.seconds()
    }
    let share = try value.read("share") { value throws(FileProblem) in try value.anySeconds() }
    guard let target = WaitTarget(within: within, share: share) else {
      throw FileProblem(
        "a target is 0.001 s to a day, for a share between 0 and 1",
        "목표는 0.001초부터 하루까지, 비율은 0과 1 사이입니다")
    }
    return target
  }

  static func title(_ value: FileValue) throws(FileProblem) -> String {
    let text = try value.text()
    try judged { () throws(BankError) in try Branch.check(titles: [text]) }
    return text
  }

  private static func time(_ value: FileValue) throws(FileProblem) -> ServiceTime {
    try value.allow(
      "distribution", "durationSeconds", "minimumSeconds", "maximumSeconds", "samplesSeconds")
    var request = Branch.TimeRequest()
    func number(_ name: String) throws(FileProblem) -> Double? {
      try value.readOptional(name) { value throws(FileProblem) in try value.anySeconds() }
    }
    request.kind = try value.read("distribution") { value throws(FileProblem) in
      try value.word(ServiceTime.kinds.map { ($0, $0) })
    }
    request.durationSeconds = try number("durationSeconds")
    request.minimumSeconds = try number("minimumSeconds")
    request.maximumSeconds = try number("maximumSeconds")
    request.samplesSeconds = try value.readOptional("samplesSeconds") {
      value throws(FileProblem) in
      try value.each { value throws(FileProblem) in try value.anySeconds() }
    }
    var time: ServiceTime?
    try judged { () throws(BankError) in time = try Branch.time(of: request) }
    guard let time else { throw FileProblem("it is missing", "빠졌습니다") }
    return time
  }

  private static func teller(
    _ value: FileValue, _ places: Places
  ) throws(FileProblem) -> Teller {
    try value.allow("teller", "name", "services", "mode", "paused")
    let services = try value.read("services") { value throws(FileProblem) in
      try value.each { value throws(FileProblem) in try places.service(value, isPast: false) }
    }
    guard !services.isEmpty else {
      throw FileProblem("a teller serves something", "창구에는 업무가 하나 이상 필요합니다")
        .under("services")
    }
    var teller = Teller(
      number: try value.read("teller", Self.number), services: ServiceSet(services),
      mode: try value.read("mode") { value throws(FileProblem) in
        try value.word([("automatic", .automatic), ("manual", Teller.Mode.manual)])
      })
    teller.name = try value.readOptional("name", Self.title)
    teller.isPaused =
      try value.readOptional("paused") { value throws(FileProblem) in try value.flag() } ?? false
    return teller
  }

  static func number(_ value: FileValue) throws(FileProblem) -> Int {
    Int(try value.integer(from: 1))
  }

  /// A rule of the branch, as a problem of the file.
  static func judged(_ body: () throws(BankError) -> Void) throws(FileProblem) {
    do throws(BankError) { try body() } catch { throw FileProblem(error) }
  }
}
