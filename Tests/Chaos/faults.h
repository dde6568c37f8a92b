// What the driver and the library share: daemon.py writes the control, disk.py reads the entries.
#pragma once
#include <stdint.h>

// The same numbers stand in daemon.py.
enum call { WRITE, SYNC, TRUNCATE, OPEN, RENAME, READ, CALLS };
enum file { STORE, LOG, REDO, OTHER, FOLDER, FILES, NONE = FILES };
enum action {
  FAIL,        // nothing is done
  FAIL_AFTER,  // it is done, and reported as failed
  SHORT,       // half of it is written, and reported as that
  HALF,        // half of it is written, and reported as failed
  LOSE,        // a sync fails, and what it was for counts as clean from then on; lost at a power cut
  KILL,        // the process ends before the call
  KILL_AFTER,  // the process ends after it
};

struct control {
  volatile int32_t calls, files;  // bits: which calls on which files are counted down
  volatile int32_t skip, times;   // so many pass, then so many fail; -1: all from then on
  volatile int32_t action, error;
  volatile uint32_t hits, unused;
  volatile uint32_t seen[CALLS][FILES];
};

// What follows an entry is `length` bytes: what was written, or a path.
struct entry {
  uint8_t kind;  // P path, O opened, W written, D written through, S synced, L lost, T truncated,
                 // R renamed, U unlinked, M folder made
  uint8_t file, path, unused;
  uint32_t length;
  uint64_t offset;  // or the new length, or the number of the other path
};
