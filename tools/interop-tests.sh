#!/usr/bin/env bash
# Has boards read and changed by other people's libraries, from pip in a folder of its own.
#   tools/interop-tests.sh FOLDER-OF-BINARIES
set -euo pipefail
bin=$1
cd "$(dirname "$0")/.."
python=.build/interop/bin/python3
if ! "$python" -c 'import caldav, icalendar, pytodotxt' 2> /dev/null; then
  python3 -m venv .build/interop
  "$python" -m pip install --quiet --disable-pip-version-check \
    'icalendar>=6,<8' 'pytodotxt>=2,<4' 'caldav>=1.4,<4' 'vdirsyncer>=0.19,<1'
fi
exec "$python" Tests/Interop/run.py "$bin" deploy/domains
