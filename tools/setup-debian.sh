#!/bin/bash
# Installs the Debian packages that a task needs, as root or through sudo; otherwise names them.
#   tools/setup-debian.sh build|test|bench
set -u

build=(pkg-config libsystemd-dev libsqlite3-dev)
test=("${build[@]}" python3)
bench=("${build[@]}" python3 gcc g++ redis-server redis-tools dbus dbus-daemon dbus-bin
  libglib2.0-bin systemd)

task=${1:-build}
case $task in
  build) wanted=("${build[@]}") ;;
  test) wanted=("${test[@]}") ;;
  bench) wanted=("${bench[@]}") ;;
  *) echo "usage: $0 build|test|bench" >&2; exit 2 ;;
esac

if ! command -v swift > /dev/null; then
  echo 'Swift 6.2 or newer is needed: https://www.swift.org/install/linux/' >&2
  exit 1
fi
if ! command -v dpkg-query > /dev/null; then
  pkg-config --exists libsystemd sqlite3 && exit 0
  echo "needed: the development files of libsystemd and sqlite3 (on Debian: ${wanted[*]})" >&2
  exit 1
fi

missing=()
for package in "${wanted[@]}"; do
  status=$(dpkg-query -W -f '${db:Status-Status}' "$package" 2> /dev/null)
  [ "$status" = installed ] || missing+=("$package")
done
[ ${#missing[@]} -eq 0 ] && exit 0

install=(apt-get install -y --no-install-recommends "${missing[@]}")
if [ "$(id -u)" -eq 0 ]; then
  as_root=(env DEBIAN_FRONTEND=noninteractive)
elif sudo -n true 2> /dev/null; then
  as_root=(sudo -n env DEBIAN_FRONTEND=noninteractive)
else
  echo "these Debian packages are missing; install them and try again:" >&2
  echo "  sudo ${install[*]}" >&2
  exit 1
fi
echo "installing: ${missing[*]}"
log=$(mktemp)
trap 'rm -f "$log"' EXIT
if ! "${as_root[@]}" "${install[@]}" < /dev/null > "$log" 2>&1; then
  # The lists may be absent or old: refreshed once, then tried again.
  "${as_root[@]}" apt-get update < /dev/null >> "$log" 2>&1
  if ! "${as_root[@]}" "${install[@]}" < /dev/null >> "$log" 2>&1; then
    tail -n 20 "$log" >&2
    echo "could not install; by hand: sudo ${install[*]}" >&2
    exit 1
  fi
fi
