// SQLite. SQLITE_STATIC and SQLITE_TRANSIENT are casts that do not import into Swift.
#pragma once
// Debian's SQLite is built with both; its header declares the session extension only where they are asked for.
#define SQLITE_ENABLE_SESSION 1
#define SQLITE_ENABLE_PREUPDATE_HOOK 1
#include <sqlite3.h>

/// SQLITE_IOERR_WRITE, which is an expression that does not import.
static const int mate_write_failed = SQLITE_IOERR_WRITE;

/// SQLITE_IOERR_SHMSIZE: the index of the log could not be made longer.
static const int mate_index_failed = SQLITE_IOERR_SHMSIZE;

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

/// The errno of the write to the log that failed last, else of one to the store; 0 where none has.
///
/// sqlite3_system_errno does not know it: a COMMIT that fails leaves it as it was.
static inline int mate_write_errno(sqlite3 *database) {
  sqlite3_file *files[] = {0, 0};
  sqlite3_file_control(database, "main", SQLITE_FCNTL_JOURNAL_POINTER, &files[0]);
  sqlite3_file_control(database, "main", SQLITE_FCNTL_FILE_POINTER, &files[1]);
  for (int index = 0; index < 2; index++) {
    sqlite3_file *file = files[index];
    int reason = 0;
    // A journal in memory has no such call.
    if (!file || !file->pMethods || !file->pMethods->xFileControl) continue;
    int code = file->pMethods->xFileControl(file, SQLITE_FCNTL_LAST_ERRNO, &reason);
    if (code == SQLITE_OK && reason != 0) return reason;
  }
  return 0;
}

/// Cuts the write-ahead log behind the last frame that counts, and waits for the disk.
///
/// Which frame that is stands in the wal-index, which SQLite maps for every connection; see
/// https://sqlite.org/walformat.html, section 2.1: the version at byte 0, the page size at 14, the
/// number of frames at 16. The caller holds the write lock, so nobody appends meanwhile.
static inline int mate_wal_cut(sqlite3 *database) {
  sqlite3_file *store = 0, *log = 0;
  void volatile *index = 0;
  sqlite3_file_control(database, "main", SQLITE_FCNTL_FILE_POINTER, &store);
  sqlite3_file_control(database, "main", SQLITE_FCNTL_JOURNAL_POINTER, &log);
  if (!store || !store->pMethods || store->pMethods->iVersion < 2) return SQLITE_MISUSE;
  if (!log || !log->pMethods) return SQLITE_MISUSE;
  int code = store->pMethods->xShmMap(store, 0, 32768, 0, &index);
  if (code != SQLITE_OK) return code;
  if (!index || *(unsigned volatile *)index != 3007000) return SQLITE_MISUSE;
  unsigned short page = *(unsigned short volatile *)((char volatile *)index + 14);
  unsigned frames = *(unsigned volatile *)((char volatile *)index + 16);
  sqlite3_int64 frame = 24 + (page == 1 ? 65536 : page);
  // The header stays: a store that says it is open has a log, and an empty one would be a loss.
  sqlite3_int64 end = 32 + frames * frame, size = 0;
  code = log->pMethods->xFileSize(log, &size);
  if (code == SQLITE_OK && size > end) code = log->pMethods->xTruncate(log, end);
  return code == SQLITE_OK ? log->pMethods->xSync(log, SQLITE_SYNC_NORMAL) : code;
}
