// Durable juice orders per second against several stores, same order logic:
// check every ingredient, decrement, record the sale; acknowledged = on disk.
//   orders floor  DIR  CLIENTS SECONDS        one 64-byte append + fdatasync per order
//   orders group  DIR  CLIENTS SECONDS        same, one fdatasync shared by all waiting orders
//   orders floor-pre|group-pre DIR CLIENTS SECONDS   the same two into a zero-filled log, so that
//                                             fdatasync has no file size to write
//   orders sqlite DIR  CLIENTS SECONDS        WAL, synchronous=FULL, one transaction per order
//   orders pg     SOCKDIR CLIENTS SECONDS     stored function over a unix socket
//   orders redis  SOCKET CLIENTS SECONDS      script over a unix socket, appendfsync always
//   orders uds    SOCKET CLIENTS SECONDS      1-byte request / 1-byte reply to orderd_floor
//   orders mate   SOCKET CLIENTS SECONDS      juice.order over the wire of docs/protocol.md to juiced
//   orders mate-key SOCKET CLIENTS SECONDS    the same with an idempotency key in every order
// A fifth argument ends a run after so many orders in all.
// Prints one JSON line: orders, seconds, orders/s, latency percentiles in microseconds.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <hiredis/hiredis.h>
#include <libpq-fe.h>
#include <pthread.h>
#include <sqlite3.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#define STOCK 1000000000L
static const struct { int n; int fruit[2]; int qty[2]; } recipe[7] = {
    {1, {0}, {16}}, {1, {1}, {2}}, {1, {3}, {3}}, {1, {2}, {2}},
    {2, {0, 1}, {10, 1}}, {1, {4}, {3}}, {2, {3, 4}, {1, 2}}};  // fruit ids ascending: fixed lock order

static const char *mode, *where;
static double seconds;
static volatile int go, stop;
static pthread_barrier_t bar;
typedef struct { pthread_t th; int id; long done, refused; uint32_t *lat; long cap; uint64_t rng; } client;

static uint64_t nsec(void) { struct timespec t; clock_gettime(CLOCK_MONOTONIC, &t); return t.tv_sec * 1000000000ull + t.tv_nsec; }
static int pick(client *c) { c->rng ^= c->rng << 13; c->rng ^= c->rng >> 7; c->rng ^= c->rng << 17; return (c->rng >> 11) % 7; }
static void die(const char *what, const char *why) { fprintf(stderr, "%s: %s\n", what, why ? why : ""); exit(1); }

// ---- in-process log ------------------------------------------------------
static int logfd, pre;
static off_t at;
#define PRE (64 << 20)
static long stock[5];
static pthread_mutex_t mu = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cv = PTHREAD_COND_INITIALIZER;
static uint64_t seq, synced; static int syncing;

static int take(int j) {
    for (int i = 0; i < recipe[j].n; i++) if (stock[recipe[j].fruit[i]] < recipe[j].qty[i]) return 0;
    for (int i = 0; i < recipe[j].n; i++) stock[recipe[j].fruit[i]] -= recipe[j].qty[i];
    return 1;
}
static void append(int j) {
    char rec[64]; memset(rec, 0, sizeof rec); rec[0] = (char)j;
    ssize_t w = pre ? pwrite(logfd, rec, sizeof rec, at) : write(logfd, rec, sizeof rec);
    if (w != sizeof rec) die("write", strerror(errno));
    at = (at + sizeof rec) % PRE;
}
static int order_floor(int j) {
    pthread_mutex_lock(&mu);
    int ok = take(j);
    if (ok) { append(j); if (fdatasync(logfd)) die("fdatasync", strerror(errno)); }
    pthread_mutex_unlock(&mu);
    return ok;
}
static int order_group(int j) {
    pthread_mutex_lock(&mu);
    int ok = take(j);
    if (ok) {
        append(j);
        uint64_t mine = ++seq;
        while (synced < mine) {
            if (!syncing) {
                uint64_t upto = seq; syncing = 1;
                pthread_mutex_unlock(&mu);
                if (fdatasync(logfd)) die("fdatasync", strerror(errno));
                pthread_mutex_lock(&mu);
                syncing = 0; synced = upto; pthread_cond_broadcast(&cv);
            } else pthread_cond_wait(&cv, &mu);
        }
    }
    pthread_mutex_unlock(&mu);
    return ok;
}

// ---- sqlite --------------------------------------------------------------
static void sq(sqlite3 *db, const char *s) { char *e = 0; if (sqlite3_exec(db, s, 0, 0, &e)) die(s, e); }
static sqlite3 *sq_open(void) {
    char p[512]; snprintf(p, sizeof p, "%s/orders.db", where);
    sqlite3 *db; if (sqlite3_open(p, &db)) die("open", sqlite3_errmsg(db));
    sqlite3_busy_timeout(db, 60000);
    sq(db, "pragma journal_mode=wal"); sq(db, "pragma synchronous=full");
    return db;
}
typedef struct { sqlite3 *db; sqlite3_stmt *begin, *commit, *rollback, *sel, *upd, *ins; } sqc;
static void sq_prep(sqc *q) {
    q->db = sq_open();
    const char *t[6] = {"begin immediate", "commit", "rollback", "select qty from stock where fruit=?",
        "update stock set qty=qty-? where fruit=?", "insert into sale(juice,at) values(?,?)"};
    sqlite3_stmt **s[6] = {&q->begin, &q->commit, &q->rollback, &q->sel, &q->upd, &q->ins};
    for (int i = 0; i < 6; i++) if (sqlite3_prepare_v2(q->db, t[i], -1, s[i], 0)) die(t[i], sqlite3_errmsg(q->db));
}
static void step(sqc *q, sqlite3_stmt *s) { int r = sqlite3_step(s); if (r != SQLITE_DONE && r != SQLITE_ROW) die("step", sqlite3_errmsg(q->db)); sqlite3_reset(s); }
static int order_sqlite(sqc *q, int j) {
    step(q, q->begin);
    for (int i = 0; i < recipe[j].n; i++) {
        sqlite3_bind_int(q->sel, 1, recipe[j].fruit[i]);
        if (sqlite3_step(q->sel) != SQLITE_ROW) die("sel", sqlite3_errmsg(q->db));
        long have = sqlite3_column_int64(q->sel, 0); sqlite3_reset(q->sel);
        if (have < recipe[j].qty[i]) { step(q, q->rollback); return 0; }
    }
    for (int i = 0; i < recipe[j].n; i++) {
        sqlite3_bind_int(q->upd, 1, recipe[j].qty[i]); sqlite3_bind_int(q->upd, 2, recipe[j].fruit[i]); step(q, q->upd);
    }
    sqlite3_bind_int(q->ins, 1, j); sqlite3_bind_int64(q->ins, 2, (long)nsec()); step(q, q->ins);
    step(q, q->commit);
    return 1;
}

// ---- postgres ------------------------------------------------------------
static PGconn *pg_open(void) {
    char s[512]; snprintf(s, sizeof s, "host=%s dbname=postgres user=bench", where);
    PGconn *c = PQconnectdb(s); if (PQstatus(c) != CONNECTION_OK) die("pg", PQerrorMessage(c));
    return c;
}
static void pg_do(PGconn *c, const char *s) { PGresult *r = PQexec(c, s); ExecStatusType t = PQresultStatus(r); if (t != PGRES_COMMAND_OK && t != PGRES_TUPLES_OK) die(s, PQerrorMessage(c)); PQclear(r); }
static void pg_setup(void) {
    PGconn *c = pg_open();
    pg_do(c, "set client_min_messages=warning; drop table if exists stock, recipe, sale;"
             "create table stock(fruit int primary key, qty bigint not null) with (fillfactor=50);"
             "create table recipe(juice int, fruit int, qty int, primary key(juice,fruit));"
             "create table sale(id bigserial primary key, juice int, at timestamptz default clock_timestamp())");
    char b[200];
    for (int f = 0; f < 5; f++) { snprintf(b, sizeof b, "insert into stock values(%d,%ld)", f, STOCK); pg_do(c, b); }
    for (int j = 0; j < 7; j++) for (int i = 0; i < recipe[j].n; i++) { snprintf(b, sizeof b, "insert into recipe values(%d,%d,%d)", j, recipe[j].fruit[i], recipe[j].qty[i]); pg_do(c, b); }
    pg_do(c, "create or replace function place_order(j int) returns int language plpgsql as $$"
             "declare r record; have bigint; begin"
             " for r in select fruit, qty from recipe where juice=j order by fruit loop"
             "  select qty into have from stock where fruit=r.fruit for update;"
             "  if have < r.qty then return 0; end if; end loop;"
             " for r in select fruit, qty from recipe where juice=j order by fruit loop"
             "  update stock set qty=qty-r.qty where fruit=r.fruit; end loop;"
             " insert into sale(juice) values(j); return 1; end $$");
    pg_do(c, "analyze"); PQfinish(c);
}
static int order_pg(PGconn *c, int j) {
    char a[8]; snprintf(a, sizeof a, "%d", j); const char *v[1] = {a};
    PGresult *r = PQexecPrepared(c, "o", 1, v, 0, 0, 0);
    if (PQresultStatus(r) != PGRES_TUPLES_OK) die("order", PQerrorMessage(c));
    int ok = PQgetvalue(r, 0, 0)[0] == '1'; PQclear(r); return ok;
}

// ---- redis ---------------------------------------------------------------
static const char *lua =
    "local r=redis.call('HGETALL','recipe:'..ARGV[1])"
    " for i=1,#r,2 do if tonumber(redis.call('HGET','stock',r[i])) < tonumber(r[i+1]) then return 0 end end"
    " for i=1,#r,2 do redis.call('HINCRBY','stock',r[i],-tonumber(r[i+1])) end"
    " redis.call('RPUSH','sales',ARGV[1]) return 1";
static char sha[64];
static redisContext *rd_open(void) { redisContext *c = redisConnectUnix(where); if (!c || c->err) die("redis", c ? c->errstr : 0); return c; }
static void rd(redisContext *c, const char *s) { redisReply *r = redisCommand(c, s); if (!r || r->type == REDIS_REPLY_ERROR) die(s, r ? r->str : c->errstr); freeReplyObject(r); }
static void rd_setup(void) {
    redisContext *c = rd_open(); char b[100]; rd(c, "FLUSHALL");
    for (int f = 0; f < 5; f++) { snprintf(b, sizeof b, "HSET stock %d %ld", f, STOCK); rd(c, b); }
    for (int j = 0; j < 7; j++) for (int i = 0; i < recipe[j].n; i++) { snprintf(b, sizeof b, "HSET recipe:%d %d %d", j, recipe[j].fruit[i], recipe[j].qty[i]); rd(c, b); }
    redisReply *r = redisCommand(c, "SCRIPT LOAD %s", lua); if (!r || r->type != REDIS_REPLY_STRING) die("script", r ? r->str : 0);
    snprintf(sha, sizeof sha, "%s", r->str); freeReplyObject(r); redisFree(c);
}
static int order_redis(redisContext *c, int j) {
    redisReply *r = redisCommand(c, "EVALSHA %s 0 %d", sha, j);
    if (!r || r->type != REDIS_REPLY_INTEGER) die("evalsha", r ? r->str : c->errstr);
    int ok = r->integer == 1; freeReplyObject(r); return ok;
}

// ---- unix socket to the floor daemon --------------------------------------
static int uds_open(void) {
    struct sockaddr_un a = {.sun_family = AF_UNIX}; snprintf(a.sun_path, sizeof a.sun_path, "%s", where);
    int fd = socket(AF_UNIX, SOCK_STREAM, 0); if (connect(fd, (void *)&a, sizeof a)) die("connect", strerror(errno));
    return fd;
}
static int order_uds(int fd, int j) {
    char b = (char)j; if (write(fd, &b, 1) != 1 || read(fd, &b, 1) != 1) die("uds", strerror(errno));
    return b;
}

// ---- juiced ----------------------------------------------------------------
static const char *juices[7] = {"strawberry", "banana", "kiwi", "pineapple", "strawberryBanana", "mango", "mangoKiwi"};
static void all(int fd, char *b, size_t n, int out) {
    while (n) {
        ssize_t k = out ? write(fd, b, n) : read(fd, b, n);
        if (k < 0 && errno == EINTR) continue;
        if (k <= 0) die("juiced", k ? strerror(errno) : "closed the connection");
        b += k; n -= (size_t)k;
    }
}
static int order_mate(int fd, client *c, int j) {
    char b[4096], meta[96] = "";
    if (!strcmp(mode, "mate-key")) snprintf(meta, sizeof meta, ",\"_meta\":{\"idempotencyKey\":\"%d-%d-%ld\"}", (int)getpid(), c->id, c->done);
    int n = snprintf(b + 4, sizeof b - 4, "{\"jsonrpc\":\"2.0\",\"id\":%ld,\"method\":\"juice.order\",\"params\":{\"juice\":\"%s\"%s}}", c->done, juices[j], meta);
    b[0] = 0; b[1] = 0; b[2] = (char)(n >> 8); b[3] = (char)n;
    all(fd, b, (size_t)n + 4, 1);
    all(fd, b, 4, 0);
    size_t len = (size_t)(unsigned char)b[2] << 8 | (unsigned char)b[3];
    if (b[0] || b[1] || len >= sizeof b) die("juiced", "a reply that is too long");
    all(fd, b, len, 0); b[len] = 0;
    if (strstr(b, "\"result\"")) return 1;
    if (strstr(b, "juice.outOfStock")) return 0;
    die("juiced", b); return 0;
}

static void *run(void *p) {
    client *c = p; sqc q; PGconn *pg = 0; redisContext *rc = 0; int fd = -1;
    if (!strcmp(mode, "sqlite")) sq_prep(&q);
    if (!strcmp(mode, "pg")) { pg = pg_open(); PGresult *r = PQprepare(pg, "o", "select place_order($1::int)", 1, 0); if (PQresultStatus(r) != PGRES_COMMAND_OK) die("prepare", PQerrorMessage(pg)); PQclear(r); }
    if (!strcmp(mode, "redis")) rc = rd_open();
    if (!strcmp(mode, "uds") || mode[0] == 'm') fd = uds_open();
    pthread_barrier_wait(&bar);
    while (!stop && c->done < c->cap) {
        int j = pick(c), ok; uint64_t t = nsec();
        switch (mode[0]) {
            case 'f': ok = order_floor(j); break;
            case 'g': ok = order_group(j); break;
            case 's': ok = order_sqlite(&q, j); break;
            case 'p': ok = order_pg(pg, j); break;
            case 'r': ok = order_redis(rc, j); break;
            case 'm': ok = order_mate(fd, c, j); break;
            default: ok = order_uds(fd, j);
        }
        c->lat[c->done++] = (uint32_t)((nsec() - t) / 1000);
        if (!ok) c->refused++;
    }
    return 0;
}
static int cmp(const void *a, const void *b) { uint32_t x = *(uint32_t *)a, y = *(uint32_t *)b; return (x > y) - (x < y); }

int main(int argc, char **argv) {
    if (argc < 5) { fprintf(stderr, "usage: orders MODE WHERE CLIENTS SECONDS\n"); return 2; }
    mode = argv[1]; where = argv[2]; int n = atoi(argv[3]); seconds = atof(argv[4]);
    for (int f = 0; f < 5; f++) stock[f] = STOCK;
    if (mode[0] == 'f' || mode[0] == 'g') {
        char p[512]; snprintf(p, sizeof p, "%s/orders.log", where);
        if ((logfd = open(p, O_CREAT | O_TRUNC | O_WRONLY | (strstr(mode, "-pre") ? 0 : O_APPEND), 0600)) < 0) die("open", strerror(errno));
        if ((pre = strstr(mode, "-pre") != 0)) {
            char *z = calloc(1, 1 << 20);
            for (int i = 0; i < PRE >> 20; i++) if (write(logfd, z, 1 << 20) != 1 << 20) die("fill", strerror(errno));
            if (fsync(logfd)) die("fsync", strerror(errno));
            free(z);
        }
    }
    if (mode[0] == 's') {
        sqlite3 *db = sq_open();
        sq(db, "create table if not exists stock(fruit integer primary key, qty integer not null);"
               "create table if not exists sale(id integer primary key, juice integer, at integer); delete from stock;");
        for (int f = 0; f < 5; f++) { char b[100]; snprintf(b, sizeof b, "insert into stock values(%d,%ld)", f, STOCK); sq(db, b); }
        sqlite3_close(db);
    }
    if (mode[0] == 'p') pg_setup();
    if (mode[0] == 'r') rd_setup();
    client *cs = calloc(n, sizeof *cs);
    pthread_barrier_init(&bar, 0, n + 1);
    for (int i = 0; i < n; i++) {
        cs[i].id = i; cs[i].rng = 0x9e3779b97f4a7c15ull * (i + 1); cs[i].cap = (argc > 5 ? atol(argv[5]) : 8000000) / n;
        cs[i].lat = malloc(cs[i].cap * sizeof(uint32_t)); pthread_create(&cs[i].th, 0, run, &cs[i]);
    }
    pthread_barrier_wait(&bar);
    uint64_t t0 = nsec();
    if (argc <= 5) usleep((useconds_t)(seconds * 1e6));
    if (argc <= 5) stop = 1;
    for (int i = 0; i < n; i++) pthread_join(cs[i].th, 0);
    double el = (nsec() - t0) * 1e-9; long total = 0, refused = 0;
    for (int i = 0; i < n; i++) { total += cs[i].done; refused += cs[i].refused; }
    uint32_t *all = malloc((total + 1) * sizeof *all); long k = 0;
    for (int i = 0; i < n; i++) { memcpy(all + k, cs[i].lat, cs[i].done * sizeof *all); k += cs[i].done; }
    qsort(all, total, sizeof *all, cmp);
    printf("{\"mode\":\"%s\",\"clients\":%d,\"orders\":%ld,\"refused\":%ld,\"seconds\":%.3f,\"rate\":%.1f,\"p50_us\":%u,\"p99_us\":%u,\"max_us\":%u}\n",
           mode, n, total, refused, el, total / el, total ? all[total / 2] : 0, total ? all[total * 99 / 100] : 0, total ? all[total - 1] : 0);
    return 0;
}
