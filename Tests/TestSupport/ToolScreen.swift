extension CommandLineTool {
  /// A full screen of `matectl` without colours, once it shows something.
  ///
  /// - Throws: ``TestFailure`` where that is not seen, or the terminal cannot be had.
  package func screen(
    _ words: [String], showing text: String, rows: Int, columns: Int
  ) throws -> PseudoTerminal {
    let screen = try PseudoTerminal(
      BuiltPrograms.path("matectl"), words,
      environment: environment.merging(["NO_COLOR": "1", "TERM": "xterm"]) { $1 },
      columns: columns, rows: rows)
    try screen.see(text)
    return screen
  }
}
