import Storage
import Testing

@testable import projectd

@Suite("A store of projects that is damaged")
struct DamagedStoreTests {
  private let database: Database
  private let store: ProjectStore

  init() throws {
    database = try Database(path: ":memory:")
    try Migrator(ProjectMigrations.all).migrate(database)
    store = ProjectStore(database: database)
  }

  @Test(
    "is told with the project, as the start of a daemon tells it",
    arguments: [
      (1, "FF", "project 1: a row is cut off or unknown"),
      (1, "01", "project 1: a row is cut off or unknown"),
      (8002, "", "project 8002 is not in its place"),
    ])
  func told(number: Int, registers: String, problem: String) throws {
    try database.execute(
      """
      INSERT INTO project (number, uuid, registers)
      VALUES (\(number), X'000102030405060708090A0B0C0D0E0F', X'\(registers)')
      """)
    #expect(throws: InconsistentStore(problem: problem)) {
      _ = try store.loadProjects(zones: zones)
    }
  }
}
