# What the checks have in common; read by each of them before its own lines.
#
# A check is a list of commands of which none may fail. It begins with a line `# Promise: …`, loops
# over $DAEMONS where the promise is every daemon's, and starts with `fresh DAEMON`.
set -Eeuo pipefail
# `inherit_errexit`: a command that fails inside $(…) fails the check as well.
shopt -s inherit_errexit
on_error() { echo "line $1 failed: ${2%%$'\n'*}"; }
trap 'on_error "$LINENO" "$BASH_COMMAND"' ERR

source_folder=/mnt/mate
tests=$source_folder/Tests/systemd
# Copies that other users can read as well.
wire=/usr/local/lib/mate-checks/wire.py

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

# override DAEMON [LINE...]: lines of [Service] for this check only.
override() {
  local folder=/run/systemd/system/$1.service.d
  shift
  mkdir -p "$folder"
  printf '%s\n' '[Service]' "$@" > "$folder/90-check.conf"
  systemctl daemon-reload
}

# configuration DAEMON JSON
configuration() {
  mkdir -p /etc/mate
  echo "$2" > "/etc/mate/$1.json"
}

# override_socket DAEMON [LINE...]: the same for lines of [Socket].
override_socket() {
  local daemon=$1
  mkdir -p "/run/systemd/system/$1.socket.d"
  shift
  printf '%s\n' '[Socket]' "$@" > "/run/systemd/system/$daemon.socket.d/90-check.conf"
  systemctl daemon-reload
  systemctl restart "$daemon.socket"
}

# fresh DAEMON: its socket listens, it is not running, and it has no state and no configuration.
fresh() {
  systemctl stop "$1.socket" "$1.service"
  systemctl reset-failed "$1.socket" "$1.service" 2>/dev/null || true
  rm -rf "/var/lib/mate/$(domain "$1")" "/etc/mate/$1.json"
  if compgen -G "/run/systemd/system/$1.*.d" > /dev/null; then
    rm -r "/run/systemd/system/$1".*.d
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

has_entry() { [ "$(count "$@")" -gt 0 ]; }

# call DAEMON METHOD [PARAMS]: over the raw wire, with none of matectl's repeating; prints the result.
call() { /usr/bin/python3 $wire call "$(socket_of "$1")" "${@:2}"; }

ping() { call "$1" mate.ping > /dev/null; }

# as USER COMMAND...
as() {
  local user=$1
  shift
  runuser -u "$user" -- "$@"
}

# json EXPRESSION: evaluates Python over the JSON on standard input, which is `it`.
json() { /usr/bin/python3 -c "import json, sys; it = json.load(sys.stdin); print($1)"; }

process_of() { property "$1.service" MainPID; }

# is_started_again DAEMON PROCESS: whether another process serves than the one that was killed.
is_started_again() {
  is "$1.service" ActiveState active && [ "$(process_of "$1")" != "$2" ]
}

# know DAEMON: reads what a check must know of a domain from domains/<domain>.sh.
#
#   prepare         brings the domain into a state in which nothing changes by itself
#   change_method, change_params   a change that can be made again and again
#   kept            prints how many of these changes are kept
#   state           prints what must survive
#   network         yes where the daemon may reach the network
#
# A domain that has no such file yet is only pinged.
know() {
  prepare() { ping "$1"; }
  kept() { echo unknown; }
  state() { echo unknown; }
  change_method=mate.ping change_params='{}' network=no
  if [ -f "$tests/domains/$(domain "$1").sh" ]; then
    source "$tests/domains/$(domain "$1").sh"
  else
    note "there is no domains/$(domain "$1").sh: what $1 keeps is not looked at"
  fi
}

# change DAEMON [COUNT]
change() {
  local number
  for number in $(seq "${2:-1}"); do call "$1" "$change_method" "$change_params" > /dev/null; done
}

# start_load DAEMON CLIENTS: changes without end, until the daemon closes or `end_load`.
start_load() {
  rm -f /run/stop /run/outcomes
  /usr/bin/python3 $wire load "$(socket_of "$1")" "$2" /run/stop "$change_method" "$change_params" \
    > /run/outcomes &
  load=$!
  wait_for 10 grep -qs going /run/outcomes
}

# end_load: what became of the requests, in $outcomes; there were some that were answered.
end_load() {
  touch /run/stop
  wait "$load"
  outcomes=$(tail -n 1 /run/outcomes)
  answered=$(json 'it["answered"]' <<< "$outcomes")
  [ "$answered" -gt 0 ] || fail "nothing was answered: $outcomes"
}
