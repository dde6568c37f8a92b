// Calls and types that Swift's Glibc module does not show on Debian 12.
//
// Not compiled with _GNU_SOURCE: it would change types that the Glibc module shows as well. What
// needs it is declared here.
#pragma once
#include <fcntl.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <unistd.h>

extern int accept4(int fd, struct sockaddr *address, socklen_t *length, int flags);

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

/// SO_PEERGROUPS: the peer's supplementary groups; how many, or -1 with errno set.
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

/// fcntl with an integer argument.
static inline int mate_fcntl(int fd, int command, int argument) {
  return fcntl(fd, command, argument);
}

/// Columns and rows of the terminal behind fd; 0, or -1 where it is none.
static inline int mate_window_size(int fd, unsigned short *columns, unsigned short *rows) {
  struct winsize size;
  if (ioctl(fd, TIOCGWINSZ, &size) < 0) return -1;
  *columns = size.ws_col;
  *rows = size.ws_row;
  return 0;
}
