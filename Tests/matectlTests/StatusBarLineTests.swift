import Glibc
import IPCProtocol
import Testing
import Values

@testable import matectl

@Suite("StatusBarLine")
struct StatusBarLineTests {
  private let values = ValueText(language: .korean, now: Timestamp(microseconds: 0))
  private let template = BarTemplate(
    text: LocalizedText(en: "{line} in {n}", ko: "{line} {n}분"),
    tooltip: LocalizedText(en: "{all}", ko: "{all}"), kind: "/state")

  private func line(_ template: BarTemplate?, _ json: String) throws -> StatusBarLine {
    StatusBarLine(template, try JSON.parse(json), values) { "first\nsecond" }
  }

  @Test("Waybar is given one JSON object a line, and no markup of a daemon's")
  func waybar() throws {
    let line = try line(
      template, #"{"line":"<b>3</b>","n":2,"all":"a & b\nc","state":"soon"}"#)
    #expect(
      line.waybar
        == #"{"text":"&lt;b&gt;3&lt;/b&gt; 2분","tooltip":"a &amp; b\nc","class":"soon"}"# + "\n")
  }

  @Test("i3blocks is given one line of text")
  func i3blocks() throws {
    #expect(
      try line(template, #"{"line":"3\n4","n":2}"#).i3blocks.split(separator: "\n").count == 1)
    #expect(try line(template, #"{"line":"3","n":2}"#).i3blocks == "3 2분\n")
  }

  @Test("without a template the first line that people see is shown")
  func fallback() throws {
    #expect(try line(nil, "{}").waybar == "{\"text\":\"first\"}\n")
    #expect(try line(nil, "{}").i3blocks == "first\n")
  }
}

@Suite("CallerPath")
struct CallerPathTests {
  @Test(
    "a path from the root and an address stay as they are",
    arguments: ["/a/b.zip", "https://x/y", "file:///a"])
  func kept(word: String) {
    #expect(CallerPath.absolute(word) == word)
  }

  @Test(
    "any other path begins in the caller's folder", arguments: ["city.zip", "./a", "a:b", "://x"])
  func completed(word: String) throws {
    let folder = try #require(getcwd(nil, 0))
    defer { free(folder) }
    #expect(CallerPath.absolute(word) == "\(String(cString: folder))/\(word)")
  }
}
