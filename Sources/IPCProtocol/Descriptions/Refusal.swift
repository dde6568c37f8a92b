package import Values

/// Why a domain refuses a call: the codes, names and sentences of its errors, each written once.
///
/// Codes and names are for ever: a new reason gets the next code.
package protocol RefusalReason: RawRepresentable<Int>, CaseIterable, Hashable, Sendable {
  /// What stands before the dot of each name: `bank` in `bank.closed`.
  static var domain: String { get }

  /// What is wrong and what to do about it: a template over the members of the data.
  var text: LocalizedText { get }

  /// What may be offered then.
  var followUp: FollowUp? { get }
}

extension RefusalReason {
  package var followUp: FollowUp? { nil }

  package var kind: WireError.Kind {
    WireError.Kind(code: rawValue, name: "\(Self.domain).\(self)")
  }

  /// All of them, as a description tells them.
  package static var descriptions: [ErrorDescription] {
    allCases.map { ErrorDescription($0.kind, message: $0.text, followUp: $0.followUp) }
  }
}

/// What a domain answers instead of a result; nothing has changed then.
package struct Refusal<Reason: RefusalReason>: WireErrorConvertible, Hashable {
  package let reason: Reason
  /// What the sentences of the reason speak of, for programs.
  package let data: JSONObject

  /// - Precondition: No member of the data has a name that is the error's own.
  package init(_ reason: Reason, _ data: JSONObject = [:]) {
    for name in WireError.ownMembers {
      precondition(data[name] == nil, "\(reason) has a \(name), which is the error's own member")
    }
    self.reason = reason
    self.data = data
  }

  /// In both languages, for where it is a part of another answer.
  package var sentence: LocalizedText {
    let text = reason.text
    return LocalizedText(
      en: RefusalText.filled(text.en, from: data),
      ko: RefusalText.filled(text.ko ?? text.en, from: data, in: .korean))
  }

  package var wireError: WireError {
    WireError(reason.kind, RefusalText.filled(reason.text.en, from: data), data: data)
  }
}
