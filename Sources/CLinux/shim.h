// Calls and types that Swift's Glibc module does not show on Debian 12.
//
// Not compiled with _GNU_SOURCE: it would change types that the Glibc module shows as well. What
// needs it is declared here.
#pragma once
#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <linux/stat.h>
#include <sys/syscall.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/timerfd.h>
#include <sys/timex.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/vfs.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

extern int pipe2(int ends[2], int flags);
extern int close_range(unsigned first, unsigned last, int flags);
extern int accept4(int fd, struct sockaddr *address, socklen_t *length, int flags);
extern pid_t _Fork(void);
extern void *memmem(const void *text, size_t count, const void *part, size_t size);

struct mate_peer_credentials { int pid; unsigned uid; unsigned gid; };

/// SO_PEERCRED of a connected Unix socket; 0, or -1 with errno set.
static inline int mate_peer_credentials(int fd, struct mate_peer_credentials *out) {
  struct { int pid; unsigned uid; unsigned gid; } credentials;  // struct ucred, socket(7)
  socklen_t length = sizeof credentials;
  if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &credentials, &length) < 0) return -1;
  out->pid = credentials.pid;
  out->uid = credentials.uid;
  out->gid = credentials.gid;
  return 0;
}

/// SO_PEERGROUPS: the peer's supplementary groups; how many, or -1 with errno set, which is ERANGE
/// where they are more than there is room for.
static inline int mate_peer_groups(int fd, unsigned *groups, unsigned capacity) {
#ifdef SO_PEERGROUPS
  socklen_t length = capacity * sizeof *groups;
  if (getsockopt(fd, SOL_SOCKET, SO_PEERGROUPS, groups, &length) < 0) return -1;
  return (int)(length / sizeof *groups);
#else
  return 0;
#endif
}

/// accept4 with SOCK_NONBLOCK and SOCK_CLOEXEC.
static inline int mate_accept(int fd) {
  return accept4(fd, 0, 0, SOCK_NONBLOCK | SOCK_CLOEXEC);
}

/// send of some bytes and, with the first of them, a descriptor; `passed` stays the caller's.
static inline ssize_t mate_send_passing(
    int fd, const void *bytes, size_t count, int passed, int flags) {
  struct iovec part = {.iov_base = (void *)bytes, .iov_len = count};
  union { struct cmsghdr header; char room[CMSG_SPACE(sizeof(int))]; } control;
  memset(&control, 0, sizeof control);
  control.header.cmsg_level = SOL_SOCKET;
  control.header.cmsg_type = SCM_RIGHTS;
  control.header.cmsg_len = CMSG_LEN(sizeof(int));
  memcpy(CMSG_DATA(&control.header), &passed, sizeof(int));
  struct msghdr message = {
      .msg_iov = &part, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control};
  return sendmsg(fd, &message, flags);
}

/// What came beside the bytes of one read: a descriptor or -1, and whether there was more than that,
/// which the kernel has closed.
struct mate_passed { int descriptor; int dropped; };

/// read that takes a descriptor as well, where there is room for one; it closes on exec.
///
/// The room is for one descriptor to the byte: what CMSG_SPACE adds would be room for a second.
static inline ssize_t mate_receive_passed(
    int fd, void *bytes, size_t count, int has_room, struct mate_passed *out) {
  struct iovec part = {.iov_base = bytes, .iov_len = count};
  union { struct cmsghdr header; char room[CMSG_SPACE(sizeof(int))]; } control;
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
  if (has_room) {
    message.msg_control = &control;
    message.msg_controllen = CMSG_LEN(sizeof(int));
  }
  out->descriptor = -1;
  out->dropped = 0;
  ssize_t received = recvmsg(fd, &message, MSG_CMSG_CLOEXEC);
  if (received < 0) return received;
  out->dropped = (message.msg_flags & MSG_CTRUNC) != 0;
  if (message.msg_controllen >= CMSG_LEN(sizeof(int)) && control.header.cmsg_level == SOL_SOCKET &&
      control.header.cmsg_type == SCM_RIGHTS && control.header.cmsg_len == CMSG_LEN(sizeof(int))) {
    memcpy(&out->descriptor, CMSG_DATA(&control.header), sizeof(int));
  }
  return received;
}

/// Whether a program of somebody answers for the file (FUSE), who may as well not answer; this call
/// itself may then wait for it.
static inline int mate_is_answered_by_program(int fd) {
  struct statfs status;
  return fstatfs(fd, &status) == 0 && status.f_type == 0x65735546;  // FUSE_SUPER_MAGIC, linux/magic.h
}

/// An unnamed file in a folder, or -1 with errno set where its file system has none.
static inline int mate_open_unnamed(const char *folder) {
  return open(folder, __O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
}

static inline int mate_epoll_create(void) { return epoll_create1(EPOLL_CLOEXEC); }

/// epoll_ctl with a 64-bit token as the event's data.
static inline int mate_epoll_control(int epoll, int operation, int fd, uint32_t events, uint64_t token) {
  struct epoll_event event = {.events = events, .data.u64 = token};
  return epoll_ctl(epoll, operation, fd, &event);
}

static inline uint64_t mate_epoll_token(const struct epoll_event *event) { return event->data.u64; }

static inline int mate_eventfd(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

/// open with a mode; the variadic form does not import.
static inline int mate_open(const char *path, int flags, unsigned mode) {
  return open(path, flags, mode);
}

/// A folder by its path, for looking at it and opening what is in it.
static inline int mate_open_folder(const char *path, int follows_link) {
  return open(path, __O_PATH | O_DIRECTORY | O_CLOEXEC | (follows_link ? 0 : O_NOFOLLOW));
}

/// openat with a mode.
static inline int mate_open_in(int folder, const char *name, int flags, unsigned mode) {
  return openat(folder, name, flags, mode);
}

/// Makes the process one of which no core is dumped, whose memory no other program of its user may
/// look at, and whose files in /proc are root's.
static inline void mate_hide_memory(void) { prctl(PR_SET_DUMPABLE, 0, 0, 0, 0); }

/// A descriptor that is readable once the wall clock was set or the machine has slept, and after
/// each mate_clock_rearm anew; -1 where the kernel has none.
static inline int mate_clock_watch(void) {
  return timerfd_create(CLOCK_REALTIME, TFD_CLOEXEC | TFD_NONBLOCK);
}

/// Watches on. The timer itself lies where the clock never comes: it is there to be cancelled.
static inline int mate_clock_rearm(int fd) {
  struct itimerspec never = {.it_value = {.tv_sec = (time_t)1 << 40}};
  uint64_t count;
  (void)!read(fd, &count, sizeof count);
  return timerfd_settime(fd, TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET, &never, 0);
}

/// The flag of open(2) for writes that go to the disk without a copy in the page cache.
static inline int mate_direct_flag(void) { return __O_DIRECT; }

/// The flag of open(2) for a descriptor that names a file and does not open it: to close it leaves the
/// locks of the process on the file as they are.
static inline int mate_path_flag(void) { return __O_PATH; }

/// Which file a descriptor is of: its inode, and when it was made in nanoseconds since 1970, or 0 where
/// the file system does not know. 0, or -1 with errno set.
static inline int mate_file_identity(int fd, uint64_t *inode, int64_t *born) {
  struct statx status;
  // AT_EMPTY_PATH, which the header shows with _GNU_SOURCE only.
  if (syscall(SYS_statx, fd, "", 0x1000, STATX_INO | STATX_BTIME, &status) < 0) return -1;
  *inode = status.stx_ino;
  *born = status.stx_mask & STATX_BTIME
    ? status.stx_btime.tv_sec * 1000000000LL + status.stx_btime.tv_nsec : 0;
  return 0;
}

/// Which file a path names now: its inode and the device. 0, or -1 with errno set.
///
/// Not stat(2), which asks for the times as well: where somebody has seen them, Linux since 6.13 gives
/// the next write a moment of its own, and a write that waits for the disk writes the inode as well.
static inline int mate_file_place(const char *path, uint64_t *inode, uint64_t *device) {
  struct statx status;
  if (syscall(SYS_statx, AT_FDCWD, path, 0, STATX_INO, &status) < 0) return -1;
  *inode = status.stx_ino;
  *device = (uint64_t)status.stx_dev_major << 32 | status.stx_dev_minor;
  return 0;
}

/// fcntl with an integer argument.
static inline int mate_fcntl(int fd, int command, int argument) {
  return fcntl(fd, command, argument);
}

/// A pipe that wakes: neither end waits, and no other program gets one.
static inline int mate_wake_pipe(int *reader, int *writer) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC | O_NONBLOCK) < 0) return -1;
  *reader = ends[0];
  *writer = ends[1];
  return 0;
}

/// Columns and rows of the terminal behind fd; 0, or -1 where it is none.
static inline int mate_window_size(int fd, unsigned short *columns, unsigned short *rows) {
  struct winsize size;
  if (ioctl(fd, TIOCGWINSZ, &size) < 0) return -1;
  *columns = size.ws_col;
  *rows = size.ws_row;
  return 0;
}

/// Starts a program whose standard input and output are one socket, and whose standard error is
/// `errors`; no signal is blocked or ignored, and no other descriptor is passed on.
/// Returns the process, or -1 with errno set; a program that cannot be run exits with 127.
static inline pid_t mate_start_on_socket(
    const char *program, char *const arguments[], char *const environment[], int socket, int errors,
    _Bool keeps_terminal) {
  pid_t child = fork();
  if (child != 0) return child;
  // Between fork and exec only calls that are safe in a signal handler.
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, 0);
  for (int number = 1; number < 32; number++) signal(number, SIG_DFL);
  if (!keeps_terminal) setsid();
  int safe = fcntl(socket, F_DUPFD, 10), safe_errors = fcntl(errors, F_DUPFD, 10);
  if (safe < 0 || safe_errors < 0) _exit(127);
  dup2(safe, 0);
  dup2(safe, 1);
  dup2(safe_errors, 2);
  close_range(3, ~0U, 0);
  execve(program, arguments, environment);
  _exit(127);
}

/// Starts a daemon the way systemd would: the listening socket as descriptor 3, LISTEN_PID its own,
/// in a session of its own that has no terminal, in the root folder, with no signal blocked or
/// ignored and files for its user alone. Standard error goes to `errors`.
/// `environment` must have room for LISTEN_PID as its entry 0, at least 32 bytes.
/// It is nobody's child, so that nobody needs to wait for its end.
/// Returns 0, or -1 with errno set; a program that cannot be run exits with 127.
static inline int mate_start_daemon(
    const char *program, char *const arguments[], char *environment[], int listener, int errors) {
  pid_t child = fork();
  if (child < 0) return -1;
  if (child > 0) {
    int status = 0;
    while (waitpid(child, &status, 0) < 0) {
      // Whoever ignores SIGCHLD is not told how it ended.
      if (errno != EINTR) return 0;
    }
    errno = WIFEXITED(status) ? WEXITSTATUS(status) : EAGAIN;
    return errno == 0 ? 0 : -1;
  }
  // Between fork and exec only calls that are safe in a signal handler, and snprintf of a number.
  setsid();
  pid_t daemon = _Fork();
  if (daemon != 0) _exit(daemon > 0 ? 0 : errno);
  sigset_t none;
  sigemptyset(&none);
  for (int number = 1; number <= SIGRTMAX; number++) signal(number, SIG_DFL);
  sigprocmask(SIG_SETMASK, &none, 0);
  umask(077);
  int null = open("/dev/null", O_RDWR);
  // Descriptors may stand where others must go: first out of the way, then into place.
  int safe = fcntl(listener, F_DUPFD, 10), safe_errors = fcntl(errors, F_DUPFD, 10);
  if (chdir("/") != 0 || null < 0 || safe < 0 || safe_errors < 0) _exit(127);
  dup2(null, 0);
  dup2(null, 1);
  dup2(safe_errors, 2);
  dup2(safe, 3);
  close_range(4, ~0U, 0);
  // From now on SO_PEERCRED of its clients names this process, which the daemon will be, and not the
  // client that has begun to listen (unix(7)).
  listen(3, 4096);
  snprintf(environment[0], 32, "LISTEN_PID=%d", (int)getpid());
  execve(program, arguments, environment);
  _exit(127);
}
