internal import Storage
internal import Values

/// An order in the redo log; the recipe as it was, so that the order needs nothing else.
extension Order: RedoCodable {
  func encode(to writer: inout RedoWriter) {
    writer.write(id)
    writer.write(juice)
    writer.write(recipe.id)
    writer.write(recipe.ingredients.count)
    for ingredient in recipe.ingredients {
      writer.write(ingredient.fruit)
      writer.write(ingredient.count)
    }
    writer.write(cups)
    writer.write(at.microseconds)
    writer.write(UInt64(uid))
    writer.write(insteadOf.map { $0 + 1 } ?? 0)
  }

  init(from reader: inout RedoReader) throws(RedoDefect) {
    id = try reader.integer()
    juice = try reader.int()
    let number = try reader.integer()
    var ingredients: [Ingredient] = []
    for _ in 0..<max(0, try reader.int()) {
      ingredients.append(Ingredient(fruit: try reader.int(), count: try reader.integer()))
    }
    recipe = Recipe(id: number, ingredients: ingredients)
    cups = try reader.integer()
    at = Timestamp(microseconds: try reader.integer())
    guard let uid = UInt32(exactly: try reader.unsigned()) else { throw RedoDefect() }
    self.uid = uid
    let place = try reader.int()
    insteadOf = place > 0 ? place - 1 : nil
  }
}
