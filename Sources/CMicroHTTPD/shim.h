// libmicrohttpd: requests and responses over sockets that we accept ourselves. Its calls with a list
// of options are not visible to Swift.
#pragma once
#include <microhttpd.h>
#include <netinet/in.h>
#include <stdint.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

// The members of its enumerations have other names in Swift, which differ between its versions.
static const enum MHD_Result mate_http_yes = MHD_YES;
static const enum MHD_Result mate_http_no = MHD_NO;
static const enum MHD_ResponseMemoryMode mate_http_copied = MHD_RESPMEM_MUST_COPY;
static const enum MHD_ResponseMemoryMode mate_http_kept = MHD_RESPMEM_PERSISTENT;
static const enum MHD_ConnectionNotificationCode mate_http_closed = MHD_CONNECTION_NOTIFY_CLOSED;

struct mate_http_callbacks {
  MHD_AccessHandlerCallback answer;
  MHD_RequestCompletedCallback completed;
  MHD_NotifyConnectionCallback connection;
};

/// A server whose epoll the caller waits for, and that listens nowhere itself; null where it cannot be.
static inline struct MHD_Daemon *mate_http_start(
    struct mate_http_callbacks callbacks, void *context, unsigned connections, size_t memory, unsigned timeout) {
  return MHD_start_daemon(
      MHD_USE_EPOLL | MHD_USE_NO_LISTEN_SOCKET | MHD_ALLOW_SUSPEND_RESUME, 0, 0, 0, callbacks.answer, context,
      MHD_OPTION_CONNECTION_LIMIT, connections, MHD_OPTION_CONNECTION_MEMORY_LIMIT, memory,
      MHD_OPTION_CONNECTION_TIMEOUT, timeout, MHD_OPTION_STRICT_FOR_CLIENT, 1,
      MHD_OPTION_SIGPIPE_HANDLED_BY_APP, 1, MHD_OPTION_NOTIFY_COMPLETED, callbacks.completed, context,
      MHD_OPTION_NOTIFY_CONNECTION, callbacks.connection, context, MHD_OPTION_END);
}

/// The epoll that is readable where the server has something to do; -1 where it has none.
static inline int mate_http_epoll(struct MHD_Daemon *daemon) {
  const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_EPOLL_FD);
  return info ? info->epoll_fd : -1;
}

/// A header of the request; null where it was not sent.
static inline const char *mate_http_header(struct MHD_Connection *connection, const char *name) {
  return MHD_lookup_connection_value(connection, MHD_HEADER_KIND, name);
}

/// The socket of a connection; -1 where it has none any more.
static inline int mate_http_socket(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  return info ? info->connect_fd : -1;
}

/// How many bytes have come over a socket of TCP since it was opened; of another one, that nobody has read yet. What is
/// the same as before has brought nothing meanwhile.
static inline uint64_t mate_http_arrived(int fd) {
  // struct tcp_info, linux/tcp.h
  struct { uint8_t bytes[8]; uint32_t words[24]; uint64_t paced, most_paced, acknowledged, received; } info;
  socklen_t length = sizeof info;
  if (getsockopt(fd, IPPROTO_TCP, 11 /* TCP_INFO */, &info, &length) == 0 && length == sizeof info) return info.received;
  int unread = 0;
  return ioctl(fd, FIONREAD, &unread) == 0 && unread > 0 ? (uint64_t)unread : 0;
}

/// Seconds without a byte after which the connection is closed; 0 is never.
static inline void mate_http_set_timeout(struct MHD_Connection *connection, unsigned seconds) {
  MHD_set_connection_option(connection, MHD_CONNECTION_OPTION_TIMEOUT, seconds);
}
