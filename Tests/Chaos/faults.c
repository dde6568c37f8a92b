// Breaks and records what a daemon does to its store; Tests/Chaos/run.py preloads it.
//
// FAULTS_FOLDER: only files below this folder are looked at; what is not the store's own is left out.
// FAULTS_CONTROL: a file of 4096 bytes, mapped by the driver as well, see faults.h. It counts
// the calls of each kind and says which of them fail, and how.
// A file is told by its name here, not by its inode, so that a copy of a folder can stand for the same
// disk at another moment.
// FAULTS_TRACE: a file to which every effect on the disk is appended in the order it was had, see
// faults.h. disk.py makes the disk of any moment from it.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include "faults.h"

enum { DESCRIPTORS = 65536, PATHS = 255, TRACE_DESCRIPTOR = 900 };

static struct control *control;
static int trace = -1;
static const char *folder;
static size_t folder_length;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char *paths[PATHS];
static int path_count;
// What each descriptor is open on: the kind of file plus 1, its path, and whether writes go through.
static uint8_t file_of[DESCRIPTORS], path_of[DESCRIPTORS], is_through[DESCRIPTORS];

static int (*real_open)(const char *, int, ...);
static ssize_t (*real_write)(int, const void *, size_t);
static ssize_t (*real_pwrite)(int, const void *, size_t, off_t);
static ssize_t (*real_pread)(int, void *, size_t, off_t);
static int (*real_close)(int), (*real_fsync)(int), (*real_fdatasync)(int);
static int (*real_ftruncate)(int, off_t);
static int (*real_rename)(const char *, const char *), (*real_unlink)(const char *);
static int (*real_mkdir)(const char *, mode_t);
static long (*real_syscall)(long, ...);

static void *next(const char *name) { return dlsym(RTLD_NEXT, name); }

__attribute__((constructor)) static void begin(void) {
  if (real_open) return;
  real_write = next("write"), real_pwrite = next("pwrite64"), real_pread = next("pread64");
  real_close = next("close"), real_fsync = next("fsync"), real_fdatasync = next("fdatasync");
  real_ftruncate = next("ftruncate64"), real_rename = next("rename"), real_unlink = next("unlink");
  real_mkdir = next("mkdir"), real_syscall = next("syscall"), real_open = next("open64");
  folder = getenv("FAULTS_FOLDER");
  if (!folder) return;
  folder_length = strlen(folder);
  const char *name = getenv("FAULTS_CONTROL");
  int descriptor = name ? real_open(name, O_RDWR | O_CLOEXEC) : -1;
  if (descriptor >= 0) {
    void *map = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
    if (map != MAP_FAILED) control = map;
    real_close(descriptor);
  }
  name = getenv("FAULTS_TRACE");
  descriptor = name ? real_open(name, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600) : -1;
  if (descriptor >= 0) {
    trace = fcntl(descriptor, F_DUPFD_CLOEXEC, TRACE_DESCRIPTOR);
    real_close(descriptor);
  }
}

// Which file a path is; NONE for what is not below the folder, and for files that need not last.
static int file_at(const char *path) {
  begin();
  if (!folder || strncmp(path, folder, folder_length)) return NONE;
  size_t length = strlen(path);
#define ENDS(end) (length >= sizeof end - 1 && !strcmp(path + length - (sizeof end - 1), end))
  if (ENDS("-wal")) return LOG;
  if (ENDS("-redo") || ENDS("-redo.new")) return REDO;
  if (ENDS(".db")) return STORE;
  if (ENDS("-shm") || ENDS(".lock") || ENDS(".jsonl")) return NONE;
  return OTHER;
#undef ENDS
}

static int file_open(int descriptor) {
  begin();
  return descriptor >= 0 && descriptor < DESCRIPTORS && file_of[descriptor]
             ? file_of[descriptor] - 1 : NONE;
}

// The lock is held.
static void put(struct entry entry, const void *bytes) {
  if (trace < 0) return;
  struct iovec parts[] = {{&entry, sizeof entry}, {(void *)bytes, entry.length}};
  (void)!writev(trace, parts, entry.length ? 2 : 1);
}

static void note(uint8_t kind, int file, int path, uint64_t offset, const void *bytes, size_t length) {
  int error = errno;
  pthread_mutex_lock(&lock);
  put((struct entry){kind, file, path, 0, length, offset}, bytes);
  pthread_mutex_unlock(&lock);
  errno = error;
}

static int number_of(const char *path) {
  pthread_mutex_lock(&lock);
  int number = 0;
  while (number < path_count && strcmp(paths[number], path)) number++;
  if (number == path_count && path_count < PATHS - 1) {
    paths[path_count++] = strdup(path);
    put((struct entry){'P', 0, number, 0, strlen(path), 0}, path);
  }
  pthread_mutex_unlock(&lock);
  return number;
}

// Whether this call is one of those that fail.
static int strikes(enum call call, int file) {
  if (!control || file == NONE) return 0;
  __sync_fetch_and_add(&control->seen[call][file], 1);
  if (!(control->calls >> call & 1) || !(control->files >> file & 1)) return 0;
  if (__sync_fetch_and_sub(&control->skip, 1) > 0) return 0;
  if (control->times == 0) return 0;
  if (control->times > 0) __sync_fetch_and_sub(&control->times, 1);
  __sync_fetch_and_add(&control->hits, 1);
  if (control->action == KILL) kill(getpid(), SIGKILL);
  return 1;
}

// What a call that was struck returns after it was done: `result`, or its failure.
static ssize_t after(ssize_t result) {
  if (control->action == KILL_AFTER) kill(getpid(), SIGKILL);
  if (control->action == SHORT) return result;
  errno = control->error;
  return -1;
}

static int acts_after(void) { return control->action == FAIL_AFTER || control->action == KILL_AFTER; }

static int fails(void) { return errno = control->error, -1; }

static int open_file(const char *path, int flags, mode_t mode) {
  int file = file_at(path);
  if (strikes(OPEN, file)) return fails();
  int descriptor = real_open(path, flags, mode);
  if (descriptor < 0 || descriptor >= DESCRIPTORS) return descriptor;
  file_of[descriptor] = 0;
  if (file == NONE) return descriptor;
  struct stat status;
  if (fstat(descriptor, &status) == 0 && S_ISDIR(status.st_mode)) file = FOLDER;
  file_of[descriptor] = file + 1;
  path_of[descriptor] = number_of(path);
  is_through[descriptor] = (flags & O_DSYNC) != 0;
  note('O', file, path_of[descriptor], 0, 0, 0);
  if (flags & O_TRUNC) note('T', file, path_of[descriptor], 0, 0, 0);
  return descriptor;
}

int open(const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  return open_file(path, flags, mode);
}
int open64(const char *, int, ...) __attribute__((alias("open")));

int close(int descriptor) {
  begin();
  if (descriptor == trace && trace >= 0) return 0;
  if (descriptor >= 0 && descriptor < DESCRIPTORS) file_of[descriptor] = 0;
  return real_close(descriptor);
}

// A part of a direct write need not be aligned, so it takes a descriptor of its own.
static ssize_t write_part(int descriptor, const void *bytes, size_t count, off_t offset) {
  char name[64];
  snprintf(name, sizeof name, "/proc/self/fd/%d", descriptor);
  int plain = real_open(name, O_WRONLY | O_CLOEXEC);
  ssize_t result = real_pwrite(plain, bytes, count, offset);
  real_close(plain);
  return result;
}

static ssize_t write_file(int descriptor, const void *bytes, size_t count, off_t offset, int file) {
  int is_struck = strikes(WRITE, file);
  int is_part = is_struck && (control->action == SHORT || control->action == HALF);
  if (is_struck && !is_part && !acts_after()) return fails();
  ssize_t result;
  if (is_part) {
    count = count >= 1024 ? count / 1024 * 512 : count / 2;
    result = write_part(descriptor, bytes, count, offset);
  } else {
    result = real_pwrite(descriptor, bytes, count, offset);
  }
  if (result > 0) {
    note(is_through[descriptor] ? 'D' : 'W', file, path_of[descriptor], offset, bytes, result);
  }
  return is_struck ? after(result) : result;
}

ssize_t write(int descriptor, const void *bytes, size_t count) {
  int file = file_open(descriptor);
  if (file == NONE) return real_write(descriptor, bytes, count);
  off_t offset = lseek(descriptor, 0, SEEK_CUR);
  ssize_t result = write_file(descriptor, bytes, count, offset, file);
  if (result > 0) lseek(descriptor, offset + result, SEEK_SET);
  return result;
}

ssize_t pwrite(int descriptor, const void *bytes, size_t count, off_t offset) {
  int file = file_open(descriptor);
  if (file == NONE) return real_pwrite(descriptor, bytes, count, offset);
  return write_file(descriptor, bytes, count, offset, file);
}
ssize_t pwrite64(int, const void *, size_t, off_t) __attribute__((alias("pwrite")));

ssize_t pread(int descriptor, void *bytes, size_t count, off_t offset) {
  if (strikes(READ, file_open(descriptor))) return fails();
  return real_pread(descriptor, bytes, count, offset);
}
ssize_t pread64(int, void *, size_t, off_t) __attribute__((alias("pread")));

static int sync_file(int descriptor, int (*real)(int)) {
  int file = file_open(descriptor);
  if (file == NONE) return real(descriptor);
  int is_struck = strikes(SYNC, file);
  if (is_struck && !acts_after()) {
    if (control->action == LOSE) note('L', file, path_of[descriptor], 0, 0, 0);
    return fails();
  }
  int result = real(descriptor);
  if (result == 0) note('S', file, path_of[descriptor], 0, 0, 0);
  return is_struck ? after(result) : result;
}

int fsync(int descriptor) { return begin(), sync_file(descriptor, real_fsync); }
int fdatasync(int descriptor) { return begin(), sync_file(descriptor, real_fdatasync); }

int ftruncate(int descriptor, off_t length) {
  int file = file_open(descriptor), is_struck = strikes(TRUNCATE, file);
  if (is_struck && !acts_after()) return fails();
  int result = real_ftruncate(descriptor, length);
  if (result == 0 && file != NONE) note('T', file, path_of[descriptor], length, 0, 0);
  return is_struck ? after(result) : result;
}
int ftruncate64(int, off_t) __attribute__((alias("ftruncate")));

int rename(const char *from, const char *to) {
  int file = file_at(to), is_struck = strikes(RENAME, file);
  if (is_struck && !acts_after()) return fails();
  int first = file == NONE ? 0 : number_of(from), second = file == NONE ? 0 : number_of(to);
  int result = real_rename(from, to);
  if (result == 0 && file != NONE) note('R', file, first, second, 0, 0);
  return is_struck ? after(result) : result;
}

int unlink(const char *path) {
  int file = file_at(path), result = real_unlink(path);
  if (result == 0 && file != NONE) note('U', file, number_of(path), 0, 0, 0);
  return result;
}

int mkdir(const char *path, mode_t mode) {
  int file = file_at(path), result = real_mkdir(path, mode);
  if (result == 0 && file != NONE) note('M', FOLDER, number_of(path), 0, 0, 0);
  return result;
}

// statx, for which there is no function with every header: which file a descriptor is of.
long syscall(long number, ...) {
  va_list rest;
  long value[6];
  va_start(rest, number);
  for (int i = 0; i < 6; i++) value[i] = va_arg(rest, long);
  va_end(rest);
  begin();
  long result = real_syscall(number, value[0], value[1], value[2], value[3], value[4], value[5]);
  if (number != SYS_statx || result != 0 || file_open(value[0]) == NONE) return result;
  struct statx *status = (struct statx *)value[4];
  uint64_t hash = 0xCBF29CE484222325;
  for (const char *at = paths[path_of[value[0]]] + folder_length; *at; at++) {
    hash = (hash ^ (unsigned char)*at) * 0x100000001B3;
  }
  status->stx_ino = hash;
  status->stx_mask &= ~STATX_BTIME;
  return result;
}
