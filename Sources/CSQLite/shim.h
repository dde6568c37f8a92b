// SQLite. SQLITE_STATIC and SQLITE_TRANSIENT are casts that do not import into Swift.
#pragma once
#include <sqlite3.h>

/// sqlite3_bind_text that makes SQLite copy the bytes.
static inline int mate_bind_text(sqlite3_stmt *statement, int index, const char *text, int bytes) {
  return sqlite3_bind_text(statement, index, text, bytes, SQLITE_TRANSIENT);
}

/// sqlite3_bind_blob that makes SQLite copy the bytes.
static inline int mate_bind_blob(sqlite3_stmt *statement, int index, const void *blob, int bytes) {
  return sqlite3_bind_blob(statement, index, blob, bytes, SQLITE_TRANSIENT);
}

/// sqlite3_db_config with one switch; the variadic form does not import.
static inline int mate_db_config_switch(sqlite3 *database, int option, int on) {
  return sqlite3_db_config(database, option, on, (int *)0);
}
