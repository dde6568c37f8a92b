#!/usr/bin/env bash
# Builds the packages of the commit that is checked out a second time, in a folder with another name, another umask,
# zone and locale, and compares their bytes with those in .build/deb.
#   tools/reproducible.sh          after make deb; it takes as long as a first build
set -euo pipefail
cd "$(dirname "$0")/.."

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
git clone -q . "$folder/built-again"
cd "$folder/built-again"
(umask 077 && TZ=Pacific/Chatham LC_ALL=C make deb > "$folder/log" 2>&1) || { tail -n 20 "$folder/log" >&2; exit 1; }
cd "$OLDPWD"
status=0
for package in .build/deb/*.deb; do
  if cmp "$package" "$folder/built-again/$package"; then
    echo "the same bytes: $(sha256sum "$package")"
  else
    status=1
  fi
done
exit $status
