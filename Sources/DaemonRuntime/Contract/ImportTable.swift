package import IPCProtocol
package import Values

extension Rendering {
  /// What an import does or would do, a row for each thing that it touches: `changes`, each with its
  /// `action`, `kindName`, `word`, `name` and `details`.
  ///
  /// - Parameters:
  ///   - lost: The action that takes something away, and is therefore marked.
  ///   - empty: What is said where nothing changes.
  ///   - footer: How many of which, as `{added} added`.
  /// - Returns: The table.
  package static func importPlan(
    marking lost: String, empty: LocalizedText, footer: LocalizedText
  ) -> Rendering {
    .table(
      rows: "/changes",
      columns: [
        TableColumn(
          "What", ko: "할 일", "/actionName",
          style: [StyleRule(when: "/action", is: .string(lost), use: .warning)]),
        TableColumn("Kind", ko: "종류", "/kindName"),
        TableColumn("Word", ko: "이름말", "/word"),
        TableColumn("Name", ko: "이름", "/name"),
        TableColumn("Change", ko: "내용", "/details"),
      ], empty: empty, footer: footer)
  }
}
