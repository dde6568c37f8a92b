// Calls and types that Swift's Glibc module does not show on Debian 12.
#pragma once
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <fcntl.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <termios.h>
#include <unistd.h>
#include <wchar.h>

struct mate_peer_credentials { int pid; unsigned uid; unsigned gid; };

/// SO_PEERCRED of a connected Unix socket; 0, or -1 with errno set.
static inline int mate_peer_credentials(int fd, struct mate_peer_credentials *out) {
  struct ucred credentials;
  socklen_t length = sizeof credentials;
  if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &credentials, &length) < 0) return -1;
  out->pid = credentials.pid;
  out->uid = credentials.uid;
  out->gid = credentials.gid;
  return 0;
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
