#!/usr/bin/env bash
# Makes sure that the Debian packages for a purpose are there: build, test, package, bench or chaos.
# Installs what is missing with apt as root or through sudo; otherwise names the command and fails.
set -euo pipefail

purpose=${1:-build}
packages=(libsystemd-dev libsqlite3-dev libpcre2-dev libcurl4-openssl-dev libxml2-dev libzip-dev libprotobuf-c-dev libmicrohttpd-dev libqrencode-dev pkg-config)
case $purpose in
  build) ;;
  package) packages+=(debhelper fakeroot lintian mandoc man-db) ;;
  test) packages+=(postgresql-15 python3 perl procps gpsd python3-dateutil python3-dbus python3-gi python3-pyte tzdata taskwarrior todoman radicale openssh-client openssh-server openssl iproute2 systemd systemd-container libpam-systemd dbus dbus-daemon zsh fish tmux chromium fonts-noto-cjk python3-venv curl) ;;
  # On a machine with systemd etcd and Patroni begin to run when they are installed; the tests need neither service.
  chaos) packages+=(postgresql-15 python3 procps curl openssl iproute2 patroni etcd-server) ;;
  bench) packages+=(python3 gcc libc6-dev libhiredis-dev libpq-dev postgresql-15 redis-server redis-tools nginx-light dbus dbus-daemon dbus-bin libzmq3-dev systemd taskwarrior todotxt-cli todoman) ;;
  *) echo "usage: setup-debian.sh build|test|package|bench|chaos" >&2; exit 2 ;;
esac

if ! command -v swift >/dev/null 2>&1; then
  echo "swift is not on the PATH; Mate needs Swift 6.3 or newer: https://www.swift.org/install/linux/" >&2
  exit 1
fi

missing=()
for package in "${packages[@]}"; do
  dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q '^install ok installed$' || missing+=("$package")
done
[ ${#missing[@]} -gt 0 ] || exit 0

command="apt-get install -y --no-install-recommends ${missing[*]}"
if [ "$(id -u)" -eq 0 ]; then
  as_root=()
elif sudo -n true 2>/dev/null; then
  as_root=(sudo -n)
else
  echo "Missing packages. Please run:" >&2
  echo "  sudo $command" >&2
  exit 1
fi
echo "Installing ${missing[*]}" >&2
export DEBIAN_FRONTEND=noninteractive
# shellcheck disable=SC2086
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive $command >&2 || {
  "${as_root[@]}" apt-get update >&2
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive $command >&2
}
