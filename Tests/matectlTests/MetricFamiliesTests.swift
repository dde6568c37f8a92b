import Testing

@testable import matectl

@Suite("Metrics of several daemons")
struct MetricFamiliesTests {
  @Test("each family stands once, with its samples together, and the end once")
  func together() {
    var families = MetricFamilies()
    families.add(
      """
      # TYPE mate_up gauge
      # HELP mate_up one that is up
      mate_up{domain="a"} 1.0
      # TYPE a_only counter
      a_only_total 2
      # EOF

      """)
    families.add("")
    families.add(
      """
      # TYPE b_first gauge
      b_first 3
      # TYPE mate_up gauge
      # HELP mate_up the same in other words
      mate_up{domain="b"} 1.0
      # EOF
      """)
    #expect(
      families.text == """
        # TYPE mate_up gauge
        # HELP mate_up one that is up
        mate_up{domain="a"} 1.0
        mate_up{domain="b"} 1.0
        # TYPE a_only counter
        a_only_total 2
        # TYPE b_first gauge
        b_first 3
        # EOF

        """)
  }

  @Test("nothing is an empty text that ends")
  func nothing() { #expect(MetricFamilies().text == "# EOF\n") }
}
