import Foundation

/// Programs that a test makes and then runs.
///
/// The kernel refuses to run a file that anybody has open for writing (ETXTBSY), and a child that
/// another test starts at that moment has it open until its own program begins. So another process
/// writes the file: what it opens nobody inherits from us.
extension TemporaryDirectory {
  /// Copies a program that was built.
  package func addProgram(_ name: String) throws -> String {
    try write(by: ["/bin/cp", BuiltPrograms.path(name), file(name)])
    return file(name)
  }

  /// Makes a program of a script whose first line says who reads it; others may run it.
  package func addProgram(_ name: String, script: String) throws -> String {
    try write(by: [
      "/bin/sh", "-c", #"printf %s "$1" > "$2" && chmod 755 "$2""#, "sh", script, file(name),
    ])
    return file(name)
  }

  private func write(by words: [String]) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: words[0])
    process.arguments = Array(words.dropFirst())
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw TestFailure("\(words[0]) failed: \(process.terminationStatus)")
    }
  }
}
