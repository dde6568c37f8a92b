internal import IPCProtocol
internal import LinuxSystem
internal import Values

extension Rendering? {
  /// Whether `-o chart` has something to draw.
  fileprivate var isDrawn: Bool {
    guard case .table(let table)? = self else { return false }
    return ([table] + table.instead).contains { $0.chart != nil }
  }
}

extension MethodDescription {
  /// Whether its result can be drawn.
  var isDrawn: Bool { render.isDrawn }
}

extension Invocation {
  /// Says before anything is asked for what of this form a result does not have.
  func checkForm(of rendering: Rendering?) throws(UsageError) {
    try choice.check(rendering, isForJSON: output == .json)
    if output == .chart { try Chart.check(rendering) }
  }
}

/// The rows of a table as a picture: bars of dots, with the interval of each figure in every other dot.
struct Chart {
  /// In a pipe, in cells.
  static let usualWidth = 80
  private static let leastWidth = 24
  /// The lines of the lowest picture: its bars, its axis and the labels.
  static let leastRows = 6
  /// Of a bar, in dots.
  private static let widest = 40

  private struct Bar {
    let value: Double
    let low: Double
    let high: Double
  }

  private struct Picture {
    let name: String
    /// A place without a row has no bar.
    var bars: [Int: Bar] = [:]
  }

  private let template: ChartTemplate
  private let values: ValueText
  /// What stands along the axis, in the order of the rows.
  private var places: [String] = []
  /// Where an axis ends: beyond it figures are no longer exact, and sums of them no longer finite.
  private static let furthest = 1e15
  private var pictures: [Picture] = []

  var isEmpty: Bool { pictures.allSatisfy(\.bars.isEmpty) }

  /// Says before anything is asked for that there is nothing to draw.
  static func check(_ rendering: Rendering?) throws(UsageError) {
    guard !rendering.isDrawn else { return }
    throw UsageError(
      "this command has nothing to draw; leave out `-o chart`",
      "이 명령에는 그릴 것이 없습니다. `-o chart`를 빼십시오")
  }

  init(_ template: ChartTemplate, rows: String, of result: JSONValue, _ values: ValueText) {
    (self.template, self.values) = (template, values)
    // By their names, as a year of hours has thousands of places.
    var (placeOf, pictureOf): ([String: Int], [String: Int]) = ([:], [:])
    for row in result.value(at: rows)?.arrayValue ?? [] {
      let place = text(row.value(at: template.at))
      let name = template.by.map { text(row.value(at: $0)) } ?? ""
      let at = placeOf[place] ?? places.count
      let index = pictureOf[name] ?? pictures.count
      if at == places.count { places.append(place) }
      if index == pictures.count { pictures.append(Picture(name: name)) }
      (placeOf[place], pictureOf[name]) = (at, index)
      guard let value = number(row, template.value) else { continue }
      let low = template.low.flatMap { number(row, $0) } ?? value
      let high = template.high.flatMap { number(row, $0) } ?? value
      pictures[index].bars[at] = Bar(
        value: value, low: min(low, value), high: max(high, value))
    }
  }

  private func number(_ row: JSONValue, _ pointer: String) -> Double? {
    row.value(at: pointer)?.doubleValue.flatMap { abs($0) <= Self.furthest ? $0 : nil }
  }

  private func text(_ value: JSONValue?) -> String {
    values.text(value, format: nil).printable(inOneLine: true)
  }

  // MARK: Drawing

  /// All pictures, one below the other, on one scale so that they can be compared.
  func drawn(style: Style, width: Int) -> String {
    let width = max(Self.leastWidth, width)
    let rows = pictures.count <= 3 ? 8 : 4
    let all = pictures.flatMap { $0.bars.values.flatMap { [$0.low, $0.high] } }
    let axis = ChartAxis(
      all, isTime: template.format == ValueFormat.duration.rawValue,
      isWhole: template.format == ValueFormat.integer.rawValue
        || template.format == ValueFormat.money.rawValue,
      ticks: rows / 2)
    let labels = axis.ticks.map { label($0) }
    let margin = min(width / 3, labels.map(\.terminalCells).max() ?? 0)
    return pictures.map { picture in
      draw(picture, axis, labels, margin: margin, rows: rows, width: width, style)
    }.joined(separator: "\n\n")
  }

  private func label(_ value: Double) -> String {
    let whole = Int64(exactly: value).map { JSONValue.integer($0) } ?? .double(value)
    return values.text(whole, format: template.format ?? ValueFormat.number.rawValue)
  }

  private func draw(
    _ picture: Picture, _ axis: ChartAxis, _ labels: [String], margin: Int, rows: Int, width: Int,
    _ style: Style
  ) -> String {
    var canvas = BrailleCanvas(columns: width - margin - 2, rows: rows)
    for (place, bar) in picture.bars { Self.draw(bar, place, of: places.count, axis, &canvas) }
    var beside = Array(repeating: "", count: rows)
    for (tick, label) in zip(axis.ticks, labels) {
      // The lowest figure stands beside the lowest line of dots.
      let down = rows - 1 - Int((axis.share(tick) * Double(rows - 1)).rounded())
      if beside[down].isEmpty { beside[down] = label }
    }
    let title = [picture.name, template.title.text(in: values.language)]
      .filter { !$0.isEmpty }.joined(separator: ": ")
    var lines = [style.apply(.strong, title.fitted(toCells: width))]
    for (label, line) in zip(beside, canvas.lines) {
      let mark = label.isEmpty ? "│" : "┤"
      let dots = String(line.reversed().drop { $0 == " " }.reversed())
      lines.append(
        label.fitted(toCells: margin).padded(toCells: margin, atStart: true) + " " + mark
          + style.apply(.accent, dots))
    }
    let gap = String(repeating: " ", count: margin + 1)
    lines.append(gap + "└" + String(repeating: "─", count: canvas.columns))
    lines.append(gap + " " + names(of: canvas.columns))
    return lines.joined(separator: "\n")
  }

  /// The bar up to the low end of the interval is full, from there to the high end it is every other
  /// dot, and the figure itself is a line across.
  private static func draw(
    _ bar: Bar, _ place: Int, of places: Int, _ axis: ChartAxis, _ canvas: inout BrailleCanvas
  ) {
    let left = place * canvas.width / places
    let right = (place + 1) * canvas.width / places
    // A gap between two bars, where there is room for one; a few bars are no walls.
    let end =
      right - left > 3
      ? min(left + widest, right - max(1, (right - left) / 6)) : max(left + 1, right)
    func dot(_ value: Double) -> Int {
      Int((axis.share(value) * Double(canvas.height - 1)).rounded())
    }
    let ground = dot(max(axis.low, 0))
    for x in left..<end {
      // An interval that reaches over the ground leaves nothing that is sure.
      let sure = bar.value >= 0 ? max(bar.low, 0) : min(bar.high, 0)
      let full = min(ground, dot(sure))..<(max(ground, dot(sure)) + 1)
      // A figure of nothing has no bar.
      if bar.low != 0 || bar.high != 0 { for y in full { canvas.set(x, y) } }
      guard bar.low < bar.high else { continue }
      for y in dot(bar.low)...dot(bar.high) where (x + y) % 2 == 0 { canvas.set(x, y) }
      canvas.set(x, dot(bar.value))
    }
  }

  /// What stands below the axis: as many names as have room.
  private func names(of columns: Int) -> String {
    var line = ""
    for (index, place) in places.enumerated() {
      let start = index * columns / places.count
      let end = index + 1 < places.count ? (index + 1) * columns / places.count : columns
      guard line.isEmpty || line.terminalCells < start else { continue }
      // A name may go on below the next bar, whose own name is then left out.
      let room = max(end - start - 1, min(columns - start, 8))
      let name = place.fitted(toCells: room)
      line += String(repeating: " ", count: start - line.terminalCells) + name
    }
    return line
  }
}
