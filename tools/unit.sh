#!/usr/bin/env bash
# Prints a unit of a daemon, from the template that all daemons share.
#   tools/unit.sh KIND/DAEMON.SUFFIX [PREFIX]      as system/bankd.service, user/bankd.socket /usr
#   tools/unit.sh KIND/DAEMON@.SUFFIX [PREFIX]     that of one of several, as bankd@gangnam.service
# What differs between daemons stands in deploy/systemd/daemons; webd, which is none, has units of its own.
set -euo pipefail
cd "$(dirname "$0")/../deploy/systemd"

fail() { echo "unit.sh: $*" >&2; exit 1; }

[[ ${1:-} =~ ^(system|user)/([a-z0-9]+d|webd-proxy)(@?)\.(service|socket)$ ]] \
  || fail "usage: unit.sh system/DAEMON.service|system/DAEMON.socket|user/… [PREFIX]"
kind=${BASH_REMATCH[1]} daemon=${BASH_REMATCH[2]} at=${BASH_REMATCH[3]} suffix=${BASH_REMATCH[4]} prefix=${2:-/usr}

if [ -f "$kind/$daemon.$suffix" ] && [ "$daemon" != daemon ] && [ -z "$at" ]; then
  exec sed "s|/usr/libexec/mate/|$prefix/libexec/mate/|" "$kind/$daemon.$suffix"
fi
read -r _ reaches memory description < <(grep -E "^$daemon +(local|network) +[0-9]+M +[^ &|\\\\][^&|\\\\]*\$" daemons) \
  || fail "no line of deploy/systemd/daemons says what $daemon reaches, its memory, and what it is"
case $reaches in
  local) mine=LOCAL other=NETWORK ;;
  network) mine=NETWORK other=LOCAL ;;
esac
several="/^@SEVERAL@/d"
if [ -n "$at" ]; then at=@%i several="s/^@SEVERAL@//" description="$description, %i"; fi
when=boot waits="/^@WAITS@/d"
if [ "$kind" = user ]; then when=login; fi
if grep -qE "^$daemon .*\\b$when\\b" waiting; then waits="s/^@WAITS@//"; fi
sed -e "$waits" -e "$several" -e "/^@$other@/d" -e "s/^@$mine@//" -e "s/@DOMAIN@/${daemon%d}/g" -e "s/@DAEMON@/$daemon/g" \
  -e "s/@LABEL@/${daemon%d}$at/g" -e "s/@UNIT@/$daemon$at/g" \
  -e "s|@DESCRIPTION@|$description|" -e "s/@MEMORY@/$memory/" \
  -e "s|/usr/libexec/mate/|$prefix/libexec/mate/|" "$kind/daemon.$suffix"
