#!/usr/bin/env bash
# The commute companion without a key: a portal on loopback, a receiver that can be walked, and a
# daemon with a state of its own. Nothing of yours is touched, and all of it ends with this.
#   tools/transit-trial.sh               a shell in which `matectl transit …` speaks to it
#   tools/transit-trial.sh COMMAND...    the command instead of the shell
# TRIAL_BIN is the folder of the binaries (.build/release).
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
bin=$(cd "$root" && cd "${TRIAL_BIN:-.build/release}" && pwd)
folder=$(mktemp -d)
children=()
finish() {
  # Who starts this may have blocked other signals, and with them those of all that is started here.
  [ ${#children[@]} -eq 0 ] || kill -KILL "${children[@]}" 2> /dev/null || true
  # Only the daemon of this trial: matectl knows it by this trial's socket.
  local daemon
  daemon=$("$bin/matectl" status transit --no-start --json 2> /dev/null |
    sed -n 's/.*"pid": *\([0-9]*\).*/\1/p' || true)
  [ -z "$daemon" ] || kill "$daemon" 2> /dev/null || true
  rm -rf "$folder"
}
trap finish EXIT

export MATE_RUNTIME_DIR=$folder/run MATE_STATE_DIR=$folder/state MATE_LOG=file
export MATE_DOMAINS_PATH=$root/deploy/domains MATE_LIBEXEC_PATH=$bin PATH=$bin:$root/Tests/Replay:$PATH
export XDG_CONFIG_HOME=$folder/config MATE_TRANSIT_KEY=trial MATE_TRANSIT_BUS_KEY=trial

mkfifo "$folder/said"
"$root/Tests/Replay/city.py" write "$folder"
python3 "$root/Tests/Replay/replay.py" --gtfs "$folder" > "$folder/said" &
children+=($!)
read -r said < "$folder/said"
portal=${said##* }
export CITY=$folder/city.zip TRIPS=$portal/gtfs/trips.json
gpsd=
if command -v gpsd > /dev/null || [ -x /usr/sbin/gpsd ]; then
  PATH=$PATH:/usr/sbin gpsd -N -n -S 2950 udp://127.0.0.1:5990 2> /dev/null &
  children+=($!)
  gpsd=127.0.0.1:2950
else
  echo "There is no gpsd (apt-get install gpsd), so alarms only hear of \`matectl transit near\`." >&2
fi

# Where a daemon looks that somebody's matectl starts.
mkdir -p "$XDG_CONFIG_HOME/mate"
echo "{\"subwayURL\": \"$portal/api/subway\", \"busURL\": \"$portal/api/rest\", \"gpsd\": \"$gpsd\"}" \
  > "$XDG_CONFIG_HOME/mate/transitd.json"

if [ $# -gt 0 ]; then
  "$@"
  exit
fi
echo "Arrivals by the clock, from a portal of our own at $portal. Try:" >&2
echo "  matectl transit stations ㄱㄴ" >&2
echo "  matectl transit arrivals 서울 --line 1" >&2
echo "  matectl transit favourite add 강남 --line 2" >&2
echo "  matectl transit watch                  # Ctrl-C ends it" >&2
echo "  matectl transit alarm set 강남; walk.py; matectl logs transit" >&2
echo "  matectl transit leave 강남 --walk 1m   # Ctrl-C ends it" >&2
echo "  matectl transit gtfs import \"\$CITY\" --realtime \"\$TRIPS\"      # a small city's timetable" >&2
echo "  matectl transit route Harbour Museum; city.py late 1-0800 6" >&2
echo "  exit                                   # ends all of it" >&2
"${SHELL:-/bin/sh}" -i || true
