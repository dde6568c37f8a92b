#!/usr/bin/env bash
# Measures the daemons beside other systems, in one run on one machine.
#   bench/run.sh [arguments of bench/peers/run.py]     default: --cpus 0 --rounds 3
# Tables on standard output, one JSON object a line in bench/out/peers.jsonl; the durable orders of
# bench/juice in bench/out/juice.json, the simulations of bench/bank in bench/out/bank.json, the
# timetables of bench/transit in bench/out/transit.json, the lists of projects of bench/tasks in
# bench/out/tasks.json, the lists of tools in bench/out/mcp.json.
# What misses what is promised is measured to the end, named there, and is the exit status.
set -euo pipefail
cd "$(dirname "$0")/.."

missed=()
# A measurement that may say, by its exit status, that something is beyond what is promised.
judged() {
  local name=$1
  shift
  "$@" || missed+=("$name (exit status $?)")
}

state=$(mktemp -d)
trap 'rm -rf "$state"' EXIT
export MATE_STATE_DIR=$state MATE_LOG=file
mkdir -p bench/out .build/bench
arguments=("$@")
[ ${#arguments[@]} -gt 0 ] || arguments=(--cpus 0 --rounds 3
  --only raw,redis-ping,sdbus-direct,dbus-daemon,dbus-broker,nginx-http,zeromq)

text='the quick brown fox jumps over the lazy dog'
python3 bench/peers/run.py "${arguments[@]}" --build .build/bench --json bench/out/peers.jsonl \
  --own bankd "$PWD/.build/release/bankd --socket SOCKET" \
  "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"mate.ping\",\"params\":{\"text\":\"$text\"}}"

# A whole command of the client beside busctl, if there is a bus to call.
runtime=$state/runtime
mkdir -p "$runtime"
export MATE_RUNTIME_DIR=$runtime MATE_DOMAINS_PATH=$PWD/deploy/domains
matectl=$PWD/.build/release/matectl
"$matectl" bank board > /dev/null
timer=.build/bench/spawn_time
[ -x "$timer" ] || gcc -O2 -o "$timer" bench/peers/src/spawn_time.c
echo
echo '## Whole commands (see bench/peers/src/spawn_time.c for the columns)'
echo
echo "matectl bank board:"
judged 'whole commands' "$timer" 40 "$matectl" bank board
pid=$("$matectl" status bank --json | sed -n 's/.*"pid": *\([0-9]*\).*/\1/p')
if [ -n "$pid" ]; then kill "$pid"; else missed+=('the end of bankd (no pid)'); fi

# Orders that are on disk when they are answered, beside SQLite alone, PostgreSQL and Redis.
echo
echo '## Durable orders (see bench/juice/README.md)'
echo
python3 bench/juice/run.py --juiced "$PWD/.build/release/juiced" --runs 3 --seconds 4 \
  --dir .build/bench --million --json bench/out/juice.json

# A bar that shares its branch, beside one that has its own disk.
echo
echo '## A branch on several machines (see bench/branch/README.md)'
echo
judged branch python3 bench/branch/run.py --juiced "$PWD/.build/release/juiced" --rounds 3 \
  --json bench/out/branch.json

# Simulated days, beside other engines of simulation, and the line beside a simulation.
echo
echo '## The bank in virtual time (see bench/bank/README.md)'
echo
python3 bench/bank/run.py --bankd "$PWD/.build/release/bankd" --json bench/out/bank.json

# A city's timetable imported and asked, beside other readers of GTFS.
echo
echo '## Timetables (see bench/transit/README.md)'
echo
judged timetables python3 bench/transit/run.py --transitd "$PWD/.build/release/transitd" --rounds 2 --dir .build/bench \
  --json bench/out/transit.json

# Ways from stop to stop over the same timetable; says where it is beyond what is promised.
judged ways python3 bench/transit/ways.py --transitd "$PWD/.build/release/transitd" --dir .build/bench \
  --json bench/out/ways.json

# Ten thousand who watch fifty places; the same.
judged watchers python3 bench/transit/watchers.py --transitd "$PWD/.build/release/transitd"

# Whole commands on large lists of projects, beside Taskwarrior, todo.txt and todoman.
echo
echo '## Lists of projects (see bench/tasks/README.md)'
echo
judged 'lists of projects' python3 bench/tasks/run.py --sizes 10000,100000 --runs 5 --dir .build/bench --json bench/out/tasks.json

# The first list of tools of matectl mcp, beside a server of the official SDK where make test-mcp has put that.
echo
echo '## Tools for models (see bench/mcp/run.py)'
echo
judged tools python3 bench/mcp/run.py --matectl "$matectl" --python .build/mcp/bin/python3 --json bench/out/mcp.json

if [ ${#missed[@]} -gt 0 ]; then
  echo
  echo "Beyond what is promised, or not measured:"
  printf '  %s\n' "${missed[@]}"
  exit 1
fi
