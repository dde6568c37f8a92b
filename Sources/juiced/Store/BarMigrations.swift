internal import Storage

/// The tables of the bar.
///
/// Times are microseconds since 1970.
enum BarMigrations {
  static let all = [
    Migration(
      version: 1,
      sql: """
        CREATE TABLE fruit (
          id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, en TEXT NOT NULL, ko TEXT,
          count INTEGER NOT NULL CHECK (count >= 0), low INTEGER NOT NULL,
          is_retired INTEGER NOT NULL);
        CREATE TABLE juice (
          id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, en TEXT NOT NULL, ko TEXT,
          recipe INTEGER NOT NULL, is_retired INTEGER NOT NULL);
        -- Recipes never change: another one takes the place of what was, so an order that names its
        -- recipe says for ever what went into it.
        CREATE TABLE recipe (id INTEGER PRIMARY KEY, juice INTEGER NOT NULL);
        CREATE TABLE ingredient (
          recipe INTEGER NOT NULL, place INTEGER NOT NULL, fruit INTEGER NOT NULL,
          count INTEGER NOT NULL, PRIMARY KEY (recipe, place)) WITHOUT ROWID;
        -- The ledger, in three parts. Rows are added and never changed.
        CREATE TABLE orders (
          id INTEGER PRIMARY KEY, recipe INTEGER NOT NULL, cups INTEGER NOT NULL,
          at INTEGER NOT NULL, uid INTEGER NOT NULL, instead_of INTEGER);
        CREATE TABLE reversal (
          orders INTEGER PRIMARY KEY, at INTEGER NOT NULL, uid INTEGER NOT NULL);
        CREATE TABLE stock_entry (
          id INTEGER PRIMARY KEY, kind TEXT NOT NULL, fruit INTEGER NOT NULL,
          change INTEGER NOT NULL, count INTEGER NOT NULL, at INTEGER NOT NULL,
          uid INTEGER NOT NULL, reason TEXT);
        -- Kept totals of five minutes and a recipe: a year of sales is read without its orders.
        CREATE TABLE sales (
          bucket INTEGER NOT NULL, recipe INTEGER NOT NULL, orders INTEGER NOT NULL,
          cups INTEGER NOT NULL, undone_orders INTEGER NOT NULL, undone_cups INTEGER NOT NULL,
          PRIMARY KEY (bucket, recipe)) WITHOUT ROWID;
        """),
    // A booking is taken back by a reversing one, once.
    Migration(
      version: 2,
      sql: """
        ALTER TABLE stock_entry ADD COLUMN reverses INTEGER;
        CREATE UNIQUE INDEX stock_entry_reverses ON stock_entry (reverses)
          WHERE reverses IS NOT NULL;
        """),
    // A price belongs to the recipe, which never changes: so an order and the kept totals, which name
    // their recipe, have the price of their moment, and an order writes nothing more than before.
    Migration(
      version: 3,
      sql: """
        ALTER TABLE recipe ADD COLUMN price INTEGER;
        ALTER TABLE fruit ADD COLUMN pack INTEGER;
        ALTER TABLE fruit ADD COLUMN pack_price INTEGER;
        CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
        -- A day, counted from 1970-01-01.
        ALTER TABLE stock_entry ADD COLUMN best_before INTEGER;
        -- Deliveries that keep until a day, and how much of each is left: what goes bad first is taken
        -- first. What is in stock and in no lot has no date, and is taken last.
        CREATE TABLE lot (
          entry INTEGER PRIMARY KEY, fruit INTEGER NOT NULL, best_before INTEGER NOT NULL,
          count INTEGER NOT NULL, left INTEGER NOT NULL CHECK (left >= 0 AND left <= count));
        CREATE INDEX lot_left ON lot (fruit, best_before, entry) WHERE left > 0;
        """),
    // What was booked after what: clocks may go back. Orders have their numbers, which are the hot path's
    // and need nothing more; bookings and reversals, which are few, say behind which ones they stand. Of
    // what was there before, the times say it.
    Migration(
      version: 4,
      sql: """
        ALTER TABLE stock_entry ADD COLUMN after_order INTEGER;
        ALTER TABLE reversal ADD COLUMN after_order INTEGER;
        ALTER TABLE reversal ADD COLUMN after_entry INTEGER;
        ALTER TABLE reversal ADD COLUMN number INTEGER;
        CREATE INDEX order_moment ON orders (at, id);
        CREATE INDEX entry_moment ON stock_entry (at, id);
        UPDATE stock_entry SET after_order = coalesce((
          SELECT id FROM orders WHERE orders.at <= stock_entry.at ORDER BY orders.at DESC, id DESC LIMIT 1), 0);
        UPDATE reversal SET
          after_order = max(orders, coalesce((
            SELECT id FROM orders AS o WHERE o.at <= reversal.at ORDER BY o.at DESC, id DESC LIMIT 1), 0)),
          after_entry = coalesce((
            SELECT id FROM stock_entry AS e WHERE e.at <= reversal.at ORDER BY e.at DESC, id DESC LIMIT 1), 0);
        DROP INDEX order_moment;
        DROP INDEX entry_moment;
        UPDATE reversal SET number = place FROM
          (SELECT orders AS id, row_number() OVER (ORDER BY at, orders) AS place FROM reversal) AS numbered
          WHERE numbered.id = orders;
        CREATE UNIQUE INDEX reversal_number ON reversal (number);
        """),
  ]
}

/// The pieces of time by which sales are totalled.
enum SalesBucket {
  /// Every time zone of today differs from UTC by a multiple of it, so days and hours are whole
  /// numbers of buckets anywhere.
  static let microseconds: Int64 = 300_000_000

  static func containing(_ microsecond: Int64) -> Int64 { microsecond / microseconds }
}
