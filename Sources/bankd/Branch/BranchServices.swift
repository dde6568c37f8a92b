internal import IPCProtocol
internal import Queueing
internal import Values

/// Services: what customers come for, changed while the branch is open.
extension Branch {
  /// How a caller describes a distribution; durations in seconds.
  struct TimeRequest: Hashable, Sendable {
    /// `fixed` where nil and a duration is given.
    var kind: String?
    /// The duration of `fixed`, the mean of `exponential`.
    var durationSeconds: Double?
    /// The bounds of `uniform`.
    var minimumSeconds: Double?
    var maximumSeconds: Double?
    /// What was measured, for `empirical`.
    var samplesSeconds: [Double]?
  }

  /// Makes a service, or changes one; customers who are called from now on take the new time.
  ///
  /// The titles are its names in English and in Korean. What is nil stays as it is; a new service
  /// is called by its word.
  mutating func setService(
    _ name: String, time request: TimeRequest?, title: String?, koreanTitle: String?,
    target: WaitTarget?? = nil
  ) throws(BankError) -> Service {
    try Self.check(titles: [title, koreanTitle])
    let time = try request.map(Self.time(of:)) ?? nil
    let known = try indexIfKnown(ofService: name) ?? services.firstIndex { $0.name == name }
    if known == nil { try Self.check(name: name) }
    var service: Service
    if let known {
      service = services[known]
      service.time = time ?? service.time
      service.isRetired = false
    } else {
      guard services.count < ServiceSet.capacity else {
        throw BankError(
          .tooMany,
          [
            "what": LocalizedText(en: "services", ko: "업무").jsonValue,
            "maximum": .integer(ServiceSet.capacity),
          ])
      }
      guard let time else {
        throw Self.invalid(
          "a new service needs a duration, as --duration 2m",
          ko: "새 업무에는 시간이 필요합니다(예: --duration 2m)")
      }
      service = Service(name: name, title: LocalizedText(en: name), time: time)
    }
    service.title = LocalizedText(
      en: title ?? service.title.en, ko: koreanTitle ?? service.title.ko)
    if let target {
      service.target = target
      // Whoever waits longer than that by now is told with the next who come to it.
      targetDue = Timestamp(microseconds: 0)
    }
    if let known {
      services[known] = service
    } else {
      services.append(service)
      line.addService()
    }
    facts.append(.serviceSet(index: known ?? services.count - 1, service))
    return service
  }

  /// Takes a service out of the branch, unless somebody waits for it or a teller has no other.
  ///
  /// Tellers who serve others as well go on with those.
  mutating func removeService(_ name: String, at now: Timestamp) throws(BankError) -> Service {
    let index = try index(ofService: name)
    let word = JSONValue.string(services[index].name)
    guard activeServices.count > 1 else { throw BankError(.lastService, ["service": word]) }
    let serving = tellers.count { $0.inHand?.ticket.service == index }
    let concerned = line.count(service: index) + serving
    guard concerned == 0 else {
      throw BankError(.serviceWanted, ["service": word, "customers": .integer(concerned)])
    }
    let alone = ServiceSet([index])
    let bound = tellers.filter { $0.services == alone }.map(\.number)
    if let first = bound.first {
      throw BankError(
        .serviceBound,
        [
          "service": word, "teller": .integer(first),
          "tellers": .string(bound.map(String.init).joined(separator: ", ")),
        ])
    }
    for teller in tellers.indices where tellers[teller].services.contains(index) {
      tellers[teller].services = ServiceSet(tellers[teller].services.filter { $0 != index })
      facts.append(.tellerSet(tellers[teller]))
    }
    services[index].isRetired = true
    facts.append(.serviceRemoved(index: index, services[index]))
    return services[index]
  }

  static func check(name: String) throws(BankError) {
    let bytes = Array(name.utf8)
    let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    guard let first = bytes.first, letters.contains(first), bytes.count <= 32,
      bytes.allSatisfy({
        letters.contains($0) || digits.contains($0) || $0 == UInt8(ascii: "-")
      })
    else { throw BankError(.invalidName, ["word": .string(name)]) }
  }

  private static let longestTitle = 64

  static func check(titles: [String?]) throws(BankError) {
    for case let title? in titles where !StoredText.isName(title, atMost: longestTitle) {
      throw BankError(.invalidTitle, ["maximum": .integer(longestTitle)])
    }
  }

  /// - Returns: Nil where the request says nothing about time.
  static func time(of request: TimeRequest) throws(BankError) -> ServiceTime? {
    if request == TimeRequest() { return nil }
    let kind = request.kind ?? "fixed"
    var expected = TimeRequest(kind: request.kind)
    let time: ServiceTime
    switch kind {
    case "fixed", "exponential":
      let duration = try needed(
        request.durationSeconds, "\(kind) needs a duration", ko: "\(kind)에는 시간이 필요합니다")
      expected.durationSeconds = request.durationSeconds
      time = kind == "fixed" ? .fixed(duration) : .exponential(duration)
    case "uniform":
      let problem = "uniform needs a minimum and a maximum that is not below it"
      let korean = "uniform에는 최소 시간과 그보다 짧지 않은 최대 시간이 필요합니다"
      let shortest = try needed(request.minimumSeconds, problem, ko: korean)
      let longest = try needed(request.maximumSeconds, problem, ko: korean)
      guard shortest <= longest else { throw invalid(problem, ko: korean) }
      expected.minimumSeconds = request.minimumSeconds
      expected.maximumSeconds = request.maximumSeconds
      time = .uniform(shortest, longest)
    case "empirical":
      guard let samples = request.samplesSeconds,
        (1...ServiceTime.maximumSamples).contains(samples.count)
      else {
        let most = ServiceTime.maximumSamples
        throw invalid(
          "empirical needs 1 to \(most) samples", ko: "empirical에는 실측 시간 1~\(most)개가 필요합니다")
      }
      var durations: [Int64] = []
      for sample in samples { durations.append(try microseconds(sample)) }
      expected.samplesSeconds = request.samplesSeconds
      time = .empirical(ServiceTime.Samples(durations))
    default:
      throw invalid(
        "\(kind) is none of fixed, exponential, uniform, empirical",
        ko: "\(kind): fixed, exponential, uniform, empirical 중 하나를 쓰십시오")
    }
    guard request == expected else {
      throw invalid(
        "\(kind) takes no other numbers than its own", ko: "\(kind)에 맞지 않는 값이 함께 있습니다")
    }
    return time
  }

  private static func needed(
    _ seconds: Double?, _ problem: String, ko korean: String
  ) throws(BankError) -> Int64 {
    guard let seconds else { throw invalid(problem, ko: korean) }
    return try microseconds(seconds)
  }

  private static func invalid(_ problem: String, ko korean: String) -> BankError {
    BankError(.invalidDistribution, ["problem": LocalizedText(en: problem, ko: korean).jsonValue])
  }

  /// A duration in whole microseconds, checked.
  private static func microseconds(_ seconds: Double) throws(BankError) -> Int64 {
    let shortest = Double(ServiceTime.shortest) / 1e6
    let longest = Double(ServiceTime.longest) / 1e6
    // NaN is in no range.
    guard (shortest...longest).contains(seconds) else {
      throw BankError(
        .invalidDuration,
        ["durationSeconds": seconds.isFinite ? .double(seconds) : .string("\(seconds)")])
    }
    return Int64((seconds * 1e6).rounded())
  }
}
