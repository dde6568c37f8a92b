#!/bin/bash
# Opens the bank in a directory of its own and shows a line of people being served.
#   tools/run-bank.sh DIRECTORY [CUSTOMERS]
set -eu

directory=$1
customers=${2:-}
release=$(cd "$(dirname "$0")/../.build/release" && pwd)
domains=$(cd "$(dirname "$0")/../deploy/domains" && pwd)
mkdir -p "$directory"
# A socket's path has room for 107 bytes; a deep checkout gets its socket in /tmp.
runtime=$directory
if [ ${#directory} -gt 85 ]; then
  runtime=/tmp/mate-run-$(id -u)-$(printf '%s' "$directory" | cksum | cut -d ' ' -f 1)
  mkdir -p -m 700 "$runtime"
fi

export MATE_RUNTIME_DIR=$runtime MATE_STATE_DIR=$directory/state MATE_DOMAINS_PATH=$domains

# A bank that an earlier build left running would answer for this one.
if [ -f "$directory/built" ] && [ "$release/bankd" -nt "$directory/built" ]; then
  pid=$("$release/matectl" status bank --json --no-start 2> /dev/null < /dev/null \
    | sed -n 's/.*"pid": *\([0-9]*\).*/\1/p' | head -n 1) || true
  [ -n "$pid" ] && kill -TERM "$pid" 2> /dev/null || true
fi
touch "$directory/built"

status=0
"$release/matectl" bank run ${customers:+--customers "$customers"} || status=$?

cat << END

More of it, in this terminal or a second one:
  export MATE_RUNTIME_DIR=$runtime MATE_STATE_DIR=$directory/state MATE_DOMAINS_PATH=$domains
  export PATH=$release:\$PATH
  matectl bank open; matectl bank take deposit; matectl bank board
  matectl bank watch                       follow what happens
  matectl --lang ko bank run               the same in Korean
  matectl help bank                        everything else
END
exit $status
