#!/usr/bin/env bash
# Looks at the page in Debian's Chromium, driven by playwright from pip in a folder of its own.
#   tools/browser-tests.sh FOLDER-OF-BINARIES [arguments of Tests/Web/run.py]
set -euo pipefail
bin=$1
shift
cd "$(dirname "$0")/.."
python=.build/web/bin/python3
# The browser is Debian's; of playwright only its Python side is wanted.
if ! "$python" -c 'import playwright' 2> /dev/null; then
  python3 -m venv .build/web
  "$python" -m pip install --quiet --disable-pip-version-check 'playwright>=1.40,<2'
fi
exec "$python" Tests/Web/run.py --bin "$bin" "$@"
