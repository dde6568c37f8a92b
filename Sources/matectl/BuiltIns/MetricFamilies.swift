/// What several daemons print as OpenMetrics, as one text of it: the format wants each family of
/// metrics once, with all its samples together.
///
/// Source: OpenMetrics 1.0, "MetricFamily" and "Interleaved metrics".
struct MetricFamilies {
  private struct Family {
    var facts: [Substring] = []
    var samples: [Substring] = []
  }

  private var families: [Substring: Family] = [:]
  private var order: [Substring] = []

  /// Adds the text of one daemon, whose samples say which it is.
  mutating func add(_ text: String) {
    var name: Substring = ""
    for line in text.split(separator: "\n") where line != "# EOF" {
      let words = line.split(separator: " ", maxSplits: 3)
      // `# TYPE name gauge`, `# HELP name text`, `# UNIT name seconds`
      let isFact = words.count > 2 && words[0] == "#"
      if isFact { name = words[2] }
      if families[name] == nil { order.append(name) }
      if !isFact {
        families[name, default: Family()].samples.append(line)
      } else if families[name]?.facts.contains(where: { $0.hasPrefix("# \(words[1]) ") }) != true {
        families[name, default: Family()].facts.append(line)
      }
    }
  }

  var text: String {
    var lines: [Substring] = []
    for name in order {
      guard let family = families[name] else { continue }
      lines += family.facts + family.samples
    }
    return lines.map { "\($0)\n" }.joined() + "# EOF\n"
  }
}
