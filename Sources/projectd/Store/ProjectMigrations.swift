internal import Storage

/// The tables of the board, step by step.
enum ProjectMigrations {
  static let all = [
    Migration(
      version: 1,
      sql: """
        -- Replicas by number, so that rows of the log are short; number 1 is this one.
        CREATE TABLE replica (
          number INTEGER PRIMARY KEY, uuid BLOB NOT NULL UNIQUE, seen INTEGER NOT NULL);
        -- The source of truth: appended to, never changed. `after` holds the fields that were
        -- written, `before` what they were here; `note` and what follows are for the history.
        CREATE TABLE change (
          seq INTEGER PRIMARY KEY, clock INTEGER NOT NULL, replica INTEGER NOT NULL,
          project INTEGER NOT NULL, after BLOB NOT NULL, before BLOB, note INTEGER, title TEXT,
          from_state INTEGER, to_state INTEGER);
        CREATE INDEX change_of_replica ON change (replica, clock);
        -- What the log has come to, project by project; can be made again from it.
        CREATE TABLE project (
          number INTEGER PRIMARY KEY, uuid BLOB NOT NULL, registers BLOB NOT NULL);
        -- One step per command: the changes from `first` to `last`.
        CREATE TABLE step (
          id INTEGER PRIMARY KEY, at INTEGER NOT NULL, first INTEGER NOT NULL,
          last INTEGER NOT NULL, status TEXT NOT NULL);
        CREATE INDEX step_by_status ON step (status, id);
        """),
    Migration(
      version: 2,
      sql: """
        -- A change that comes twice is one: what a replica did to a project at one clock.
        DROP INDEX change_of_replica;
        CREATE UNIQUE INDEX change_once ON change (replica, clock, project);
        -- With whom this replica exchanges, how that went, and what the other one then knew.
        CREATE TABLE sync (
          name TEXT PRIMARY KEY, kind TEXT NOT NULL, target TEXT NOT NULL, tried_at INTEGER,
          done_at INTEGER, problem TEXT, knowledge TEXT NOT NULL DEFAULT '{}',
          state TEXT NOT NULL DEFAULT '{}') WITHOUT ROWID;
        """),
    Migration(
      version: 3,
      sql: """
        -- Up to when the user was told what has become due.
        CREATE TABLE alarm (id INTEGER PRIMARY KEY CHECK (id = 1), told INTEGER NOT NULL);
        """),
    Migration(
      version: 4,
      sql: """
        -- What servers of calendars had when they were last seen.
        CREATE TABLE calendar (sync TEXT PRIMARY KEY, token TEXT) WITHOUT ROWID;
        CREATE TABLE calendar_entry (
          sync TEXT NOT NULL, address TEXT NOT NULL, etag TEXT NOT NULL, text TEXT NOT NULL,
          task TEXT, revision INTEGER NOT NULL, is_unlisted INTEGER NOT NULL, sent TEXT,
          PRIMARY KEY (sync, address)) WITHOUT ROWID;
        """),
    Migration(
      version: 5,
      sql: """
        -- Without a beginning nothing would ever lie behind it.
        INSERT OR IGNORE INTO alarm (id, told)
        VALUES (1, CAST((julianday('now') - 2440587.5) * 86400000000 AS INTEGER));
        """),
    Migration(
      version: 6,
      sql: """
        -- What rows of before have still to be read for, by a program that knows their fields:
        -- priorities and the like, which imports brought and nobody read.
        CREATE TABLE pending (work TEXT PRIMARY KEY) WITHOUT ROWID;
        INSERT INTO pending (work) VALUES ('plans');
        """),
    Migration(
      version: 7,
      sql: """
        -- Filters under a name; lists keep to the one that is in use.
        CREATE TABLE context (
          name TEXT PRIMARY KEY, filter TEXT NOT NULL, is_used INTEGER NOT NULL DEFAULT 0)
          WITHOUT ROWID;
        """),
    Migration(
      version: 8,
      sql: """
        -- Who made a change: the name of the user here, `name@host` of another machine; nothing of
        -- changes of before.
        ALTER TABLE change ADD COLUMN who TEXT;
        """),
    Migration(
      version: 9,
      sql: """
        -- The next ones of series, whose first fields were stamped as changes.
        INSERT INTO pending (work) VALUES ('births');
        """),
    Migration(
      version: 10,
      sql: """
        -- What a project has ever held, without reading the whole log for each value of a calendar's.
        CREATE INDEX change_of_project ON change (project);
        """),
  ]
}
