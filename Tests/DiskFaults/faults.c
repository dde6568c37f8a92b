// The names of a program come before those of the C library, so what SQLite and we call ends here.
#define _GNU_SOURCE
#include "DiskFaults.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

static _Thread_local struct {
  int is_armed, spared, for_good, error, hits;
  enum disk_fault_mode mode;
} plan;

void disk_fault_arm(int spared, int for_good, int error, enum disk_fault_mode mode) {
  plan.spared = spared;
  plan.for_good = for_good;
  plan.error = error;
  plan.mode = mode;
  plan.hits = 0;
  plan.is_armed = 1;
}

int disk_fault_disarm(void) {
  plan.is_armed = 0;
  return plan.hits;
}

/// Whether this call is to fail.
static int is_hit(void) {
  if (!plan.is_armed) return 0;
  if (plan.spared > 0) {
    plan.spared--;
    return 0;
  }
  if (!plan.for_good && plan.hits > 0) return 0;
  plan.hits++;
  return 1;
}

static long failed(void) {
  errno = plan.error;
  return -1;
}

/// Whether only writes are to fail.
static int spares_others(void) {
  return plan.mode == disk_fault_full || plan.mode == disk_fault_writes_done;
}

/// A call that is no write.
#define OTHER(call)                                           \
  do {                                                        \
    if (spares_others() || !is_hit()) return call;            \
    if (plan.mode == disk_fault_done) (void)call;             \
    return failed();                                          \
  } while (0)

static ssize_t write_at(int file, const void *bytes, size_t count, off_t offset, int is_placed) {
  size_t part = count;
  // Standard output and standard error are the test's own.
  if (file > 2 && plan.is_armed) {
    if (plan.mode == disk_fault_full) {
      struct stat status;
      off_t place = is_placed ? offset : lseek(file, 0, SEEK_CUR);
      int grows = fstat(file, &status) == 0 && place + (off_t)count > status.st_size;
      if (grows && is_hit()) return failed();
    } else if (is_hit()) {
      if (plan.mode == disk_fault_undone) return failed();
      if (plan.mode == disk_fault_half) part = count / 2;
      // A write without a copy would refuse half a block.
      int flags = fcntl(file, F_GETFL);
      fcntl(file, F_SETFL, flags & ~O_DIRECT);
      if (is_placed) syscall(SYS_pwrite64, file, bytes, part, offset);
      else syscall(SYS_write, file, bytes, part);
      fcntl(file, F_SETFL, flags);
      return failed();
    }
  }
  return is_placed ? syscall(SYS_pwrite64, file, bytes, count, offset)
                   : syscall(SYS_write, file, bytes, count);
}

ssize_t pwrite(int file, const void *bytes, size_t count, off_t offset) {
  return write_at(file, bytes, count, offset, 1);
}

ssize_t pwrite64(int file, const void *bytes, size_t count, off_t offset) {
  return write_at(file, bytes, count, offset, 1);
}

ssize_t write(int file, const void *bytes, size_t count) {
  return write_at(file, bytes, count, 0, 0);
}

int fsync(int file) { OTHER((int)syscall(SYS_fsync, file)); }

int fdatasync(int file) { OTHER((int)syscall(SYS_fdatasync, file)); }

int ftruncate(int file, off_t length) { OTHER((int)syscall(SYS_ftruncate, file, length)); }

int ftruncate64(int file, off_t length) { OTHER((int)syscall(SYS_ftruncate, file, length)); }

int rename(const char *from, const char *to) {
  OTHER((int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0));
}

int unlink(const char *path) { OTHER((int)syscall(SYS_unlinkat, AT_FDCWD, path, 0)); }

static int open_file(const char *path, int flags, mode_t mode) {
  // What opens a file although it says that it failed would leave it open for ever.
  if (!spares_others() && is_hit()) return failed();
  return (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
}

int open(const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  mode_t mode = flags & (O_CREAT | __O_TMPFILE) ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  return open_file(path, flags, mode);
}

int open64(const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  mode_t mode = flags & (O_CREAT | __O_TMPFILE) ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  return open_file(path, flags, mode);
}
