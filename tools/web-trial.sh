#!/usr/bin/env bash
# A branch where people come and go, as a page on loopback. Nothing of yours is touched, and all of it
# ends with Ctrl-C.
#   tools/web-trial.sh [COMMAND...]      the command is run beside it, and ends it
# TRIAL_BIN is the folder of the binaries (.build/release), TRIAL_PORT the port (one that is free).
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
bin=$(cd "$root" && cd "${TRIAL_BIN:-.build/release}" && pwd)
folder=$(mktemp -d)
chmod 700 "$folder"
children=()
finish() {
  trap - EXIT INT TERM
  [ ${#children[@]} -eq 0 ] || kill "${children[@]}" 2> /dev/null || true
  wait 2> /dev/null || true
  for domain in bank juice project transit; do
    if [ -S "$folder/run/$domain.sock" ]; then
      "$bin/matectl" stop "$domain" --no-start > /dev/null 2>&1 || true
    fi
  done
  rm -rf "$folder"
}
trap finish EXIT
trap 'exit 0' INT TERM

export MATE_RUNTIME_DIR=$folder/run MATE_STATE_DIR=$folder/state XDG_CONFIG_HOME=$folder/config MATE_LOG=file
export MATE_DOMAINS_PATH=$root/deploy/domains MATE_LIBEXEC_PATH=$bin PATH=$bin:$PATH
unset CONFIGURATION_DIRECTORY
mkdir -m 700 "$folder/run"
mkdir -p "$folder/config/mate"
port=${TRIAL_PORT:-$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')}
echo "{\"port\": $port, \"screens\": [\"*\"]}" > "$folder/config/mate/webd.json"

matectl -q bank open
webd --socket "$folder/run/web.sock" &
children+=($!)
for _ in $(seq 1 100); do
  if [ -S "$folder/run/web.sock" ]; then break; fi
  sleep 0.05
done
# Somebody comes every second or so; each has a grade, and automatic tellers serve them.
(
  while true; do
    matectl -q bank add 1 --grade "$(shuf -n 1 -e normal normal normal vip vvip)" || exit 0
    sleep "0.$(shuf -n 1 -i 2-9)"
  done
) 2> /dev/null &
children+=($!)

echo "A branch where people come and go:" >&2
echo "  http://127.0.0.1:$port/d/bank/line        on a wall" >&2
echo "  http://127.0.0.1:$port/                   all screens; they only show" >&2
echo "  $(matectl web open 2> /dev/null)" >&2
echo "                                            the same, to do something, for one minute and one browser" >&2
echo "Ctrl-C ends all of it." >&2
if [ $# -gt 0 ]; then
  "$@"
  exit
fi
wait "${children[0]}"
