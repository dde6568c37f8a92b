import Foundation

/// The domains of this repository, in the order of the one list of daemons, which `Package.swift` has.
package enum Domains {
  package static let all: [String] = {
    let manifest = "\(BuiltPrograms.repository())/Package.swift"
    let text = (try? String(contentsOfFile: manifest, encoding: .utf8)) ?? ""
    let daemons =
      text.components(separatedBy: "\nlet daemons = [\n").dropFirst().first?
      .components(separatedBy: "\n]").first ?? ""
    let domains = daemons.split(separator: "\n").map { line in
      String(line.trimmingCharacters(in: CharacterSet(charactersIn: " \",")).dropLast())
    }
    precondition(!domains.isEmpty, "no daemons stand in \(manifest)")
    return domains
  }()
}
