internal import IPCProtocol
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
    _ name: String, time request: TimeRequest?, title: String?, koreanTitle: String?
  ) throws(BankError) -> Service {
    try Self.check(name: name)
    try Self.check(titles: [title, koreanTitle])
    let time = try request.map(Self.time(of:)) ?? nil
    let known = services.firstIndex { $0.name == name }
    var service: Service
    if let known {
      service = services[known]
      service.time = time ?? service.time
    } else {
      guard services.count < ServiceSet.capacity else {
        throw BankError(
          .tooMany, ["what": "services", "maximum": .integer(ServiceSet.capacity)])
      }
      guard let time else {
        throw BankError(
          .invalidDistribution, ["problem": "a new service needs a duration"])
      }
      service = Service(name: name, title: LocalizedText(en: name), time: time)
    }
    service.title = LocalizedText(
      en: title ?? service.title.en, ko: koreanTitle ?? service.title.ko)
    if let known {
      services[known] = service
    } else {
      services.append(service)
      line.addService()
    }
    facts.append(.serviceSet(index: known ?? services.count - 1, service))
    return service
  }

  private static func check(name: String) throws(BankError) {
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

  private static func check(titles: [String?]) throws(BankError) {
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
      let duration = try needed(request.durationSeconds, "\(kind) needs a duration")
      expected.durationSeconds = request.durationSeconds
      time = kind == "fixed" ? .fixed(duration) : .exponential(duration)
    case "uniform":
      let problem = "uniform needs a minimum and a maximum that is not below it"
      let shortest = try needed(request.minimumSeconds, problem)
      let longest = try needed(request.maximumSeconds, problem)
      guard shortest <= longest else { throw invalid(problem) }
      expected.minimumSeconds = request.minimumSeconds
      expected.maximumSeconds = request.maximumSeconds
      time = .uniform(shortest, longest)
    case "empirical":
      guard let samples = request.samplesSeconds,
        (1...ServiceTime.maximumSamples).contains(samples.count)
      else { throw invalid("empirical needs 1 to \(ServiceTime.maximumSamples) samples") }
      var durations: [Int64] = []
      for sample in samples { durations.append(try microseconds(sample)) }
      expected.samplesSeconds = request.samplesSeconds
      time = .empirical(ServiceTime.Samples(durations))
    default: throw invalid("\(kind) is none of fixed, exponential, uniform, empirical")
    }
    guard request == expected else { throw invalid("\(kind) takes no other numbers than its own") }
    return time
  }

  private static func needed(_ seconds: Double?, _ problem: String) throws(BankError) -> Int64 {
    guard let seconds else { throw invalid(problem) }
    return try microseconds(seconds)
  }

  private static func invalid(_ problem: String) -> BankError {
    BankError(.invalidDistribution, ["problem": .string(problem)])
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
