#!/usr/bin/env bash
# Uses `matectl mcp` with the official SDK of the Model Context Protocol, from pip in a folder of its own.
#   tools/mcp-tests.sh FOLDER-OF-BINARIES [arguments of Tests/MCP/run.py]
set -euo pipefail
bin=$1
shift
cd "$(dirname "$0")/.."
python=.build/mcp/bin/python3
if ! "$python" -c 'import mcp_types' 2> /dev/null; then
  python3 -m venv .build/mcp
  "$python" -m pip install --quiet --disable-pip-version-check 'mcp>=2.3,<3'
fi
exec "$python" Tests/MCP/run.py --bin "$bin" "$@"
