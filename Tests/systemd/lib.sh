# What the checks have in common; read by each of them before its own lines.
#
# A check is a list of commands of which none may fail. It begins with a line `# Promise: …`, loops
# over $DAEMONS where the promise is every daemon's, and starts with `fresh DAEMON`.
set -Eeuo pipefail
# `inherit_errexit`: a command that fails inside $(…) fails the check as well.
shopt -s inherit_errexit
trap 'echo "line ${BASH_LINENO[0]:-0}/$LINENO failed: $BASH_COMMAND"' ERR

source_folder=/mnt/mate
tests=$source_folder/Tests/systemd

fail() { echo "BROKEN: $*"; exit 1; }

# A fact worth printing.
note() { echo "$*"; }

# domain DAEMON: bankd is bank's.
domain() { echo "${1%d}"; }

socket_of() { echo "/run/mate/$(domain "$1").sock"; }

# wait_for SECONDS COMMAND...: until the command succeeds; it is asked every 20 ms.
wait_for() {
  local deadline=$(($(date +%s%N) / 1000000 + $1 * 1000))
  shift
  until "$@"; do
    [ "$(($(date +%s%N) / 1000000))" -lt $deadline ] || fail "not within the time: $*"
    sleep 0.02
  done
}

is() { [ "$(systemctl show --property "$2" --value "$1")" = "$3" ]; }

# property UNIT NAME
property() { systemctl show --property "$2" --value "$1"; }

# expect WHAT IS WANTED
expect() { [ "$2" = "$3" ] || fail "$1 is '$2', not '$3'"; }

# configure DAEMON [LINE...]: lines of [Service] for this check only.
override() {
  local folder=/run/systemd/system/$1.service.d daemon=$1
  shift
  mkdir -p "$folder"
  printf '%s\n' '[Service]' "$@" > "$folder/90-check.conf"
  systemctl daemon-reload
}

# fresh DAEMON: its socket listens, it is not running, and it has no state and no configuration.
fresh() {
  systemctl stop "$1.socket" "$1.service"
  systemctl reset-failed "$1.socket" "$1.service" 2>/dev/null || true
  rm -rf "/var/lib/mate/$(domain "$1")" "/etc/mate/$1.json"
  if [ -d "/run/systemd/system/$1.service.d" ]; then
    rm -r "/run/systemd/system/$1.service.d"
    systemctl daemon-reload
  fi
  # With matches, journalctl counts from an entry that matches none of them.
  systemd-cat -t check echo "fresh $1"
  journalctl --sync
  cursor=$(journalctl -q -n 0 --show-cursor | sed -n 's/^-- cursor: //p')
  echo "$cursor" > /run/cursor
  systemctl start "$1.socket"
}

# entries DAEMON [MATCH...]: what the daemon itself has written since `fresh`, one JSON object a line.
entries() {
  local daemon=$1
  shift
  journalctl --sync
  journalctl -q --cursor="$cursor" -o json "_SYSTEMD_UNIT=$daemon.service" "_COMM=$daemon" "$@"
}

# count DAEMON [MATCH...]: how many entries there are.
count() { entries "$@" | wc -l; }

# call DAEMON METHOD [PARAMS]: over the raw wire, with none of matectl's repeating; prints the result.
call() { /usr/bin/python3 "$tests/wire.py" call "$(socket_of "$1")" "${@:2}"; }

ping() { call "$1" mate.ping > /dev/null; }

# as USER COMMAND...
as() {
  local user=$1
  shift
  runuser -u "$user" -- "$@"
}

# domain_file DAEMON: reads what the checks must know of a domain: `change` changes its state,
# `state` prints what must survive. A domain that has no such file yet is only pinged.
domain_file() {
  change() { ping "$1"; }
  state() { echo "nothing"; }
  network=no
  if [ -f "$tests/domains/$(domain "$1").sh" ]; then
    source "$tests/domains/$(domain "$1").sh"
  else
    note "there is no Tests/systemd/domains/$(domain "$1").sh: its state is not looked at"
  fi
}
