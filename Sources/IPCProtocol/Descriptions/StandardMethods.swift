internal import Values

extension MethodDescription {
  /// What every daemon answers, as each description lists it; a client knows these without reading.
  static let standard: [MethodDescription] = [
    standard(
      "rpc.discover", "describe the domain", "도메인 설명", result: .object([])),
    standard(
      "mate.ping", "answer at once", "바로 답하기",
      parameters: [
        ParameterDescription(
          "text", .string, required: false, LocalizedText(en: "comes back", ko: "그대로 돌아오는 말"))
      ], result: .object([.init("text", .string)], optional: ["text"])),
    standard("mate.status", "tell how the daemon is", "데몬 상태", result: .object([])),
    standard(
      "mate.metrics", "tell metrics as OpenMetrics text", "지표 (OpenMetrics)",
      result: .object([.init("openMetrics", .string)])),
  ]

  private static func standard(
    _ name: String, _ en: String, _ ko: String, parameters: [ParameterDescription] = [],
    result: JSONSchema
  ) -> MethodDescription {
    MethodDescription(
      name, summary: LocalizedText(en: en, ko: ko), parameters: parameters, result: result)
  }
}
