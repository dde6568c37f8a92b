internal import Storage

/// The tables of the branch.
///
/// Times are microseconds, since 1970 or of a duration; services go by their index.
enum BankMigrations {
  static let all = [
    Migration(
      version: 1,
      sql: """
        -- What belongs to no ticket; one row.
        CREATE TABLE branch (
          id INTEGER PRIMARY KEY CHECK (id = 1), phase TEXT NOT NULL, day INTEGER NOT NULL,
          opened_at INTEGER NOT NULL, ended_at INTEGER, served INTEGER NOT NULL,
          business INTEGER NOT NULL, busy_since INTEGER, next_number INTEGER NOT NULL,
          next_ticket INTEGER NOT NULL, next_teller INTEGER NOT NULL, random BLOB NOT NULL,
          alive_at INTEGER NOT NULL);
        CREATE TABLE service (
          id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, en TEXT NOT NULL, ko TEXT,
          time TEXT NOT NULL);
        CREATE TABLE teller (
          number INTEGER PRIMARY KEY, services INTEGER NOT NULL, mode TEXT NOT NULL,
          is_paused INTEGER NOT NULL);
        -- Tickets that are not gone: waiting, in hand, or called in vain.
        CREATE TABLE ticket (
          id INTEGER PRIMARY KEY, number INTEGER NOT NULL, service INTEGER NOT NULL,
          grade INTEGER NOT NULL, leg INTEGER NOT NULL, taken_at INTEGER NOT NULL,
          waiting_since INTEGER NOT NULL, waited_before INTEGER NOT NULL, p50 INTEGER,
          p90 INTEGER, place TEXT NOT NULL, teller INTEGER, called_at INTEGER, due_at INTEGER,
          waited INTEGER);
        -- History: never read at start. Days in one piece, so that a day costs only its own rows.
        CREATE TABLE visit (
          day INTEGER NOT NULL, ticket INTEGER NOT NULL, leg INTEGER NOT NULL,
          number INTEGER NOT NULL, service INTEGER NOT NULL, grade INTEGER NOT NULL,
          teller INTEGER, outcome TEXT NOT NULL, taken_at INTEGER NOT NULL, called_at INTEGER,
          ended_at INTEGER NOT NULL, waited INTEGER NOT NULL, p50 INTEGER, p90 INTEGER,
          PRIMARY KEY (day, ticket, leg)) WITHOUT ROWID;
        CREATE TABLE day (
          day INTEGER PRIMARY KEY, opened_at INTEGER NOT NULL, ended_at INTEGER,
          served INTEGER, business INTEGER);
        CREATE TABLE duty (
          day INTEGER NOT NULL, teller INTEGER NOT NULL, before INTEGER NOT NULL, since INTEGER,
          PRIMARY KEY (day, teller)) WITHOUT ROWID;
        """),
    Migration(
      version: 2,
      sql: """
        -- Whose turn it is among those who are free, and by what rule.
        ALTER TABLE teller ADD COLUMN free_order INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE branch ADD COLUMN spread TEXT NOT NULL DEFAULT 'longestIdle';
        """),
    Migration(
      version: 3,
      sql: """
        -- Who sits at a window; and services that are there for their history alone.
        ALTER TABLE teller ADD COLUMN name TEXT;
        ALTER TABLE service ADD COLUMN retired INTEGER NOT NULL DEFAULT 0;
        """),
    Migration(
      version: 4,
      sql: """
        -- Why somebody left the line.
        ALTER TABLE visit ADD COLUMN reason TEXT;
        """),
    Migration(
      version: 5,
      sql: """
        -- Opening hours, one row: the days from Monday on, their spans as 09:00-16:00; up to when
        -- the clock has opened and closed; how long people may wait, and up to when it was told.
        CREATE TABLE hours (
          id INTEGER PRIMARY KEY CHECK (id = 1), week TEXT, closed TEXT NOT NULL, zone TEXT,
          keeper TEXT NOT NULL, outside TEXT NOT NULL);
        ALTER TABLE branch ADD COLUMN clocked_to INTEGER;
        ALTER TABLE branch ADD COLUMN told_to INTEGER;
        ALTER TABLE service ADD COLUMN target INTEGER;
        ALTER TABLE service ADD COLUMN target_share REAL;
        """),
    Migration(
      version: 6,
      sql: """
        -- How often who is in hand was called again: a wall calls aloud what rises.
        ALTER TABLE ticket ADD COLUMN recalls INTEGER NOT NULL DEFAULT 0;
        """),
  ]
}
