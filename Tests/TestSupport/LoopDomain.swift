internal import Foundation

/// The domain `loop`, which a ``Loopback`` serves: a description with a method for each way of
/// asking, and texts that the test chooses.
package struct LoopDomain {
  package let directory: TemporaryDirectory

  /// - Parameter text: Stands wherever a description has words for people.
  /// - Throws: What writing the file throws.
  package init(text: String = "words") throws {
    directory = try TemporaryDirectory()
    // Braces are the grammar of templates: a description with a wrong one is refused as a whole.
    let words = text.filter { $0 != "{" && $0 != "}" }
    let data = try JSONSerialization.data(withJSONObject: Self.document(words))
    try data.write(to: URL(fileURLWithPath: directory.file("loop.json")))
  }

  private static func method(
    _ name: String, _ text: String, access: String = "read", _ more: [String: Any] = [:]
  ) -> [String: Any] {
    let own: [String: Any] = [
      "name": "loop.\(name)", "summary": text, "x-mate-access": access,
      "x-mate-command": ["path": [name], "examples": [text], "summary": ["en": text]],
    ]
    return own.merging(more) { $1 }
  }

  private static func document(_ text: String) -> [String: Any] {
    let words = ["en": text]
    let columns: [[String: Any]] = [
      ["header": words, "value": "/text"], ["header": words, "value": "/n"],
    ]
    let parameter: [String: Any] = [
      "name": "value", "description": text, "schema": ["type": "string"],
    ]
    return [
      "openrpc": "1.3.2", "info": ["title": text, "version": text],
      "x-mate": ["domain": "loop", "socket": "loop.sock", "exec": "loopd", "summary": words],
      "methods": [
        method("show", text),
        method("say", text, ["x-mate-render": ["message": ["en": "\(text) {text}"]]]),
        method(
          "table", text,
          ["x-mate-render": ["table": ["rows": "/rows", "columns": columns, "footer": words]]]),
        method(
          "board", text,
          [
            "x-mate-render": [
              "board": ["columns": [["title": words, "items": "/rows", "card": ["en": "{text}"]]]]
            ]
          ]),
        method(
          "watch", text,
          ["x-mate-stream": true, "x-mate-render-event": ["message": ["en": "{text}"]]]),
        method("change", text, access: "write"),
        method("work", text, access: "write", ["x-mate-progress": true]),
        method("sure", text, access: "write", ["x-mate-confirm": true]),
        method("fix", text, access: "write", ["params": [parameter]]),
        method("today", text, ["x-mate-today": true]),
      ],
      "x-mate-errors": ["loop.no": ["en": "\(text) {message}"]],
      "x-mate-follow-up": [
        "loop.no": [
          "question": words, "method": "loop.fix", "params": [String: String](),
          "ask": ["value": ["prompt": words]],
        ]
      ],
    ]
  }
}
