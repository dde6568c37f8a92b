// Tells ThreadSanitizer of the slow path of Swift's Mutex; tools/test.sh preloads it.
//
// A contended Synchronization.Mutex waits in the kernel (a futex with priority inheritance), from a
// library that is not instrumented: the sanitizer sees the state change hands without a lock and
// reports a race that is none. These three stand before the library's own and say what they did.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>

void __tsan_acquire(void *address) __attribute__((weak));
void __tsan_release(void *address) __attribute__((weak));

// The library's functions take the mutex in Swift's context register.
#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *mutex
#define NAMED(name) __asm__("$s15Synchronization12_MutexHandleV" name)
#define OF_LIBRARY(name) dlsym(RTLD_NEXT, "$s15Synchronization12_MutexHandleV" name)

#define LOCK "9_lockSlowyys6UInt32VF"
#define TRY_LOCK "12_tryLockSlowSbyF"
#define UNLOCK "11_unlockSlowyyF"

SWIFT void lock_slow(uint32_t thread, SELF) NAMED(LOCK);
SWIFT void lock_slow(uint32_t thread, SELF) {
  SWIFT void (*lock)(uint32_t, SELF) = OF_LIBRARY(LOCK);
  lock(thread, mutex);
  if (__tsan_acquire) __tsan_acquire(mutex);
}

SWIFT _Bool try_lock_slow(SELF) NAMED(TRY_LOCK);
SWIFT _Bool try_lock_slow(SELF) {
  SWIFT _Bool (*try_lock)(SELF) = OF_LIBRARY(TRY_LOCK);
  _Bool is_locked = try_lock(mutex);
  if (is_locked && __tsan_acquire) __tsan_acquire(mutex);
  return is_locked;
}

SWIFT void unlock_slow(SELF) NAMED(UNLOCK);
SWIFT void unlock_slow(SELF) {
  SWIFT void (*unlock)(SELF) = OF_LIBRARY(UNLOCK);
  if (__tsan_release) __tsan_release(mutex);
  unlock(mutex);
}
