/* One good client, or many bad ones, over a Unix socket of length-prefixed frames.

   attack good SOCKET SECONDS HERTZ FRAMES…   sends the frames in turn at a steady pace, one at a time,
       and prints latencies in microseconds as one JSON object. Where an answer takes longer than a step of
       the pace, those count as well who would have asked meanwhile: a daemon that stands still for a second
       delays a hundred of a hundred a second, and not one.
   attack bad SOCKET SECONDS [options] FILE…  each connection sends the files' bytes, in turn, and again:
       -c N  connections             -d N  payloads in flight a connection; 0: replies are never read
       -r N  replies to a payload    -o    send once and hold the connection
       -x    close and open again after each payload             -b N  bytes of one write
       -i N  microseconds between two writes of a connection     -k N  bytes of one read, as slowly
       -l    a limit on connections is met on purpose: what cannot be opened is counted
   In a payload ######## is replaced by a number that counts up, so that keys and ids differ. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

static uint64_t now_us(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000 + (uint64_t)t.tv_nsec / 1000;
}

static void die(const char *what) {
    fprintf(stderr, "attack: %s: %s\n", what, strerror(errno));
    exit(1);
}

static int connect_to(const char *path, int flags) {
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | flags, 0);
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (fd < 0) return -1;
    if (strlen(path) >= sizeof address.sun_path) { errno = ENAMETOOLONG; die(path); }
    strcpy(address.sun_path, path);
    if (connect(fd, (struct sockaddr *)&address, sizeof address) < 0) {
        int error = errno;
        close(fd);
        errno = error;
        return -1;
    }
    return fd;
}

struct bytes { char *at; size_t count; };

static struct bytes contents(const char *path) {
    FILE *file = fopen(path, "rb");
    struct stat status;
    if (!file || fstat(fileno(file), &status)) die(path);
    struct bytes bytes = {malloc((size_t)status.st_size + 1), (size_t)status.st_size};
    if (fread(bytes.at, 1, bytes.count, file) != bytes.count) die(path);
    fclose(file);
    return bytes;
}

static uint64_t number;

/* Writes the next number over every ########. */
static void count_up(struct bytes bytes) {
    for (char *at = bytes.at, *end = at + bytes.count; (at = memmem(at, (size_t)(end - at), "########", 8)); at += 8) {
        char digits[9];
        snprintf(digits, sizeof digits, "%08llu", (unsigned long long)(number++ % 100000000));
        memcpy(at, digits, 8);
    }
}

/* ---- the good client ---- */

static void all(int fd, char *at, size_t count, ssize_t (*call)(int, char *, size_t)) {
    while (count) {
        ssize_t done = call(fd, at, count);
        if (done < 0 && errno == EINTR) continue;
        if (done <= 0) { if (!done) errno = ECONNRESET; die("the good client lost its connection"); }
        at += done;
        count -= (size_t)done;
    }
}
static ssize_t put(int fd, char *at, size_t count) { return send(fd, at, count, MSG_NOSIGNAL); }
static ssize_t get(int fd, char *at, size_t count) { return recv(fd, at, count, 0); }

static int by_size(const void *one, const void *other) {
    uint64_t a = *(const uint64_t *)one, b = *(const uint64_t *)other;
    return a < b ? -1 : a > b;
}

static void good(const char *path, double seconds, double hertz, char **files, int count) {
    struct bytes frames[16];
    if (count > 16) count = 16;
    for (int i = 0; i < count; i++) frames[i] = contents(files[i]);
    int fd = connect_to(path, 0);
    if (fd < 0) die("the good client found nobody");
    struct timeval patience = {.tv_sec = 60};
    setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    uint64_t step = (uint64_t)(1e6 / hertz), begin = now_us(), end = begin + (uint64_t)(seconds * 1e6);
    size_t most = (size_t)(seconds * hertz) + 2, answered = 0, counted = 0, errors = 0;
    size_t room = most + (size_t)(70 * hertz);
    uint64_t *late = malloc(room * sizeof *late);
    static char reply[1 << 24];
    char first_error[300] = "";
    for (size_t i = 0; i < most; i++) {
        uint64_t due = begin + i * step, now = now_us();
        if (now >= end) break;
        if (now < due) {
            struct timespec pause = {.tv_nsec = (long)(due - now) * 1000};
            if (due - now >= 1000000) pause = (struct timespec){(time_t)((due - now) / 1000000), 0};
            nanosleep(&pause, NULL);
        }
        static char text[1 << 16];
        struct bytes frame = {text, frames[i % (size_t)count].count};
        if (frame.count > sizeof text) { errno = EMSGSIZE; die("request"); }
        memcpy(text, frames[i % (size_t)count].at, frame.count);
        count_up(frame);
        uint64_t sent = now_us();
        uint32_t length;
        all(fd, frame.at, frame.count, put);
        all(fd, (char *)&length, 4, get);
        length = __builtin_bswap32(length);
        if (length > sizeof reply - 1) { errno = EMSGSIZE; die("reply"); }
        all(fd, reply, length, get);
        reply[length] = 0;
        uint64_t done = now_us();
        answered++;
        for (uint64_t took = done - sent; counted < room; took -= step) {
            late[counted++] = took;
            if (took <= step) break;
        }
        if (strstr(reply, "\"error\":{") && !errors++) {
            memcpy(first_error, reply, length < 299 ? length : 299);
        }
    }
    qsort(late, counted, sizeof *late, by_size);
    for (char *c = first_error; *c; c++) if (*c == '"' || *c == '\\' || (unsigned char)*c < 32) *c = '\'';
    printf("{\"answered\":%zu,\"errors\":%zu,\"p50\":%llu,\"p99\":%llu,\"slowest\":%llu,"
           "\"error\":\"%s\"}\n", answered, errors,
           (unsigned long long)late[counted / 2], (unsigned long long)late[counted * 99 / 100],
           (unsigned long long)late[counted - 1], first_error);
}

/* ---- the bad ones ---- */

struct bad {
    int fd, flying, isDone;
    size_t place, which, replies;       /* of the payload that is sent; of the replies to it */
    struct bytes payload;
    unsigned char head[4];
    size_t headCount, missing;          /* of the reply that is read */
    uint64_t readyAt, readableAt;
};

static const char *path;
static struct bytes *payloads;
static size_t payloadCount;
static int connections = 1, depth = 1, repliesEach = 1, once, reopens, meetsLimit;
static size_t chunk, readChunk;
static uint64_t pause_us;
static uint64_t sent, sentBytes, repliesRead, refusals, opened, lost, refusedConnections;
static int epoll;

static void load(struct bad *bad) {
    struct bytes from = payloads[bad->which++ % payloadCount];
    if (bad->payload.count != from.count) bad->payload.at = realloc(bad->payload.at, from.count);
    bad->payload.count = from.count;
    memcpy(bad->payload.at, from.at, from.count);
    count_up(bad->payload);
    bad->place = 0;
}

static void start(struct bad *bad) {
    bad->fd = connect_to(path, SOCK_NONBLOCK);
    if (bad->fd < 0) {
        refusedConnections++;
        if (!meetsLimit && errno != EAGAIN && errno != ECONNREFUSED && errno != EMFILE) die("connect");
        bad->isDone = !reopens;
        return;
    }
    opened++;
    bad->flying = 0;
    bad->headCount = bad->missing = bad->replies = 0;
    bad->isDone = 0;
    load(bad);
    struct epoll_event event = {.events = EPOLLIN | EPOLLOUT | EPOLLET, .data.ptr = bad};
    if (!depth) event.events = EPOLLOUT | EPOLLET;
    epoll_ctl(epoll, EPOLL_CTL_ADD, bad->fd, &event);
}

static void stop(struct bad *bad) {
    close(bad->fd);
    bad->fd = -1;
    if (!reopens) bad->isDone = 1;
}

static void take(struct bad *bad, const char *at, size_t count) {
    while (count) {
        if (bad->missing) {
            size_t part = bad->missing < count ? bad->missing : count;
            bad->missing -= part;
            at += part;
            count -= part;
            if (bad->missing) return;
        } else {
            bad->head[bad->headCount++] = (unsigned char)*at++;
            count--;
            if (bad->headCount < 4) continue;
            bad->headCount = 0;
            bad->missing = (size_t)bad->head[0] << 24 | bad->head[1] << 16 | bad->head[2] << 8 | bad->head[3];
            if (bad->missing) {
                if (count >= 40 && memmem(at, count < 300 ? count : 300, "\"error\":{", 9)) refusals++;
                continue;
            }
        }
        repliesRead++;
        if (++bad->replies >= (size_t)repliesEach) {
            bad->replies = 0;
            if (bad->flying) bad->flying--;
        }
    }
}

/* Reads what there is; 0 where the connection has ended. */
static int reads(struct bad *bad, uint64_t now) {
    static char buffer[1 << 16];
    if (!depth || now < bad->readableAt) return 1;
    size_t most = readChunk && readChunk < sizeof buffer ? readChunk : sizeof buffer;
    for (int i = 0; i < 16; i++) {
        ssize_t count = recv(bad->fd, buffer, most, 0);
        if (count < 0) return errno == EAGAIN || errno == EINTR;
        if (!count) return 0;
        take(bad, buffer, (size_t)count);
        if (readChunk) { bad->readableAt = now + pause_us; return 1; }
    }
    return 1;
}

static int writes(struct bad *bad, uint64_t now) {
    for (int i = 0; i < 64 && !bad->isDone; i++) {
        if (depth && bad->flying >= depth) return 1;
        if (now < bad->readyAt) return 1;
        size_t rest = bad->payload.count - bad->place;
        if (chunk && chunk < rest) rest = chunk;
        ssize_t count = send(bad->fd, bad->payload.at + bad->place, rest, MSG_NOSIGNAL);
        if (count < 0) return errno == EAGAIN || errno == EINTR;
        bad->place += (size_t)count;
        sentBytes += (uint64_t)count;
        if (pause_us && !readChunk) bad->readyAt = now + pause_us;
        if (bad->place < bad->payload.count) continue;
        sent++;
        if (repliesEach) bad->flying++;
        if (once) { bad->isDone = 1; return 1; }
        if (reopens && (!depth || !repliesEach)) return 0;
        load(bad);
    }
    return 1;
}

static int serve(struct bad *bad, uint64_t now) {
    int isThere = reads(bad, now);
    if (isThere && !bad->isDone) isThere = writes(bad, now);
    if (isThere && reopens && depth && repliesEach && sent && !bad->flying && !bad->place) isThere = 0;
    if (!isThere) {
        if (!reopens) lost++;
        stop(bad);
        if (reopens) start(bad);
    }
    return isThere;
}

static void bad(double seconds) {
    struct bad *all = calloc((size_t)connections, sizeof *all);
    uint64_t end = now_us() + (uint64_t)(seconds * 1e6);
    epoll = epoll_create1(EPOLL_CLOEXEC);
    for (int i = 0; i < connections; i++) {
        all[i].which = (size_t)i;
        all[i].fd = -1;
        start(&all[i]);
        if ((i & 63) == 63) for (int k = 0; k <= i; k++) if (all[k].fd >= 0) serve(&all[k], now_us());
    }
    for (uint64_t now; (now = now_us()) < end;) {
        int isPaced = pause_us || reopens;
        struct epoll_event events[256];
        int count = epoll_wait(epoll, events, 256, isPaced ? 0 : 20);
        if (isPaced) {
            for (int i = 0; i < connections; i++) {
                if (all[i].fd < 0 && reopens) start(&all[i]);
                if (all[i].fd >= 0) serve(&all[i], now);
            }
            usleep(pause_us && pause_us < 1000 ? 100 : 500);
        } else {
            for (int i = 0; i < count; i++) {
                struct bad *each = events[i].data.ptr;
                if (each->fd >= 0) serve(each, now);
            }
            /* What is ready and was not finished gets its turn again: events come at edges. */
            for (int i = 0; i < connections; i++) if (all[i].fd >= 0) serve(&all[i], now);
        }
    }
    printf("{\"sent\":%llu,\"bytes\":%llu,\"replies\":%llu,\"refused\":%llu,\"opened\":%llu,\"lost\":%llu,\"unopened\":%llu}\n",
           (unsigned long long)sent, (unsigned long long)sentBytes, (unsigned long long)repliesRead,
           (unsigned long long)refusals, (unsigned long long)opened, (unsigned long long)lost,
           (unsigned long long)refusedConnections);
}

int main(int count, char **words) {
    if (count < 5) { errno = EINVAL; die("see the head of attack.c"); }
    path = words[2];
    double seconds = atof(words[3]);
    struct rlimit limit;
    getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
    if (!strcmp(words[1], "good")) {
        good(path, seconds, atof(words[4]), words + 5, count - 5);
        return 0;
    }
    optind = 4;
    for (int option; (option = getopt(count, words, "c:d:r:b:i:k:oxl")) >= 0;) {
        switch (option) {
        case 'c': connections = atoi(optarg); break;
        case 'd': depth = atoi(optarg); break;
        case 'r': repliesEach = atoi(optarg); break;
        case 'b': chunk = (size_t)atol(optarg); break;
        case 'i': pause_us = (uint64_t)atol(optarg); break;
        case 'k': readChunk = (size_t)atol(optarg); break;
        case 'o': once = 1; break;
        case 'x': reopens = 1; break;
        case 'l': meetsLimit = 1; break;
        default: return 2;
        }
    }
    payloadCount = (size_t)(count - optind);
    if (!payloadCount) { errno = EINVAL; die("no payload"); }
    payloads = calloc(payloadCount, sizeof *payloads);
    for (size_t i = 0; i < payloadCount; i++) payloads[i] = contents(words[optind + (int)i]);
    bad(seconds);
    return 0;
}
