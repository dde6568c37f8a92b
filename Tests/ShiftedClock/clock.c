// Preloaded into a daemon: its wall clock is ahead by as many seconds as the first eight bytes of
// the file $MATE_TEST_CLOCK say, which a test changes while the daemon runs. Nobody may set the
// machine's own clock for a test.
#define _GNU_SOURCE
#include "ShiftedClock.h"
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static volatile const int64_t *shift;

__attribute__((constructor)) static void open_shift(void) {
  const char *path = getenv("MATE_TEST_CLOCK");
  int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
  if (file < 0) return;
  void *memory = mmap(0, sizeof *shift, PROT_READ, MAP_SHARED, file, 0);
  if (memory != MAP_FAILED) shift = memory;
  close(file);
}

int clock_gettime(clockid_t clock, struct timespec *time) {
  int result = (int)syscall(SYS_clock_gettime, clock, time);
  if (result == 0 && clock == CLOCK_REALTIME && shift) time->tv_sec += *shift;
  return result;
}
