internal import IPCProtocol

/// Services: what there is, and how long each takes.
extension BankDescription {
  static let serviceList = MethodDescription(
    "bank.service.list", summary: text("Show the services", "업무 목록"),
    result: .object([.init("services", .array(of: .reference("Service")))]),
    command: CommandDescription(["service", "list"], examples: ["matectl bank service list"]),
    render: .table(
      TableTemplate(
        rows: "/services",
        columns: [
          TableColumn(text("Service", "업무"), "/service"),
          TableColumn(text("Name", "이름"), "/name"),
          TableColumn(text("Time", "분포"), "/distributionName"),
          TableColumn(text("Mean", "평균"), "/meanSeconds", format: "duration"),
          TableColumn(text("Shortest", "최소"), "/minimumSeconds", format: "duration"),
          TableColumn(text("Longest", "최대"), "/maximumSeconds", format: "duration"),
          TableColumn(text("Waiting", "대기"), "/waiting", format: "integer"),
        ])))

  static let serviceSet = MethodDescription(
    "bank.service.set",
    summary: text("Make a service, or change its time or its name", "업무 추가 또는 변경"),
    access: .admin,
    parameters: [
      service(required: true, "the word for it, as deposit", "업무를 나타내는 낱말"),
      ParameterDescription(
        "durationSeconds", seconds,
        text("how long it takes; the mean for exponential", "업무 시간; 지수 분포에서는 평균")),
      ParameterDescription(
        "distribution", .oneOf(["fixed", "exponential", "uniform", "empirical"]),
        text("how the time varies; fixed if left out", "시간 분포; 없으면 고정")),
      ParameterDescription(
        "minimumSeconds", seconds, text("the shortest time of uniform", "균등 분포의 최소 시간")),
      ParameterDescription(
        "maximumSeconds", seconds, text("the longest time of uniform", "균등 분포의 최대 시간")),
      ParameterDescription(
        "samplesSeconds", .array(of: seconds, maxItems: ServiceTime.maximumSamples),
        text("measured times, for empirical", "실측 시간, 경험 분포에 사용")),
      ParameterDescription(
        "name", .string(minLength: 1, maxLength: 64), text("its name in English", "영어 이름")),
      ParameterDescription(
        "nameKo", .string(minLength: 1, maxLength: 64), text("its name in Korean", "한국어 이름")),
    ],
    result: .reference("Service"),
    command: CommandDescription(
      ["service", "set"], positionals: ["service"],
      flags: [
        .init("durationSeconds", long: "duration", short: "d"),
        .init("minimumSeconds", long: "minimum"), .init("maximumSeconds", long: "maximum"),
        .init("samplesSeconds", long: "sample"),
      ],
      examples: [
        "matectl bank service set deposit --duration 0.7s",
        "matectl bank service set loan --distribution uniform --minimum 30s --maximum 5m",
        "matectl bank service set fx --duration 2m --name 'foreign exchange' --name-ko 환전",
      ]),
    render: message(
      "{name}: {meanSeconds:duration} on average, {distributionName}",
      "{name}: 평균 {meanSeconds:duration}, {distributionName}"))

  /// Without bounds: what is out of bounds is refused with a sentence of its own.
  private static let seconds = JSONSchema.duration()
}
