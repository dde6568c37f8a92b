extension String {
  /// With a capital at its start, as what stands at the start of a line has.
  var capitalizedStart: String { prefix(1).uppercased() + dropFirst() }
}
