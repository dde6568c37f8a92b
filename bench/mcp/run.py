#!/usr/bin/env python3
"""How long a host waits for the first list of tools, from the start of the server's process on.

    bench/mcp/run.py --matectl FILE [--python FILE] [--rounds 40] [--json FILE]

In turns with the smallest server of the official SDK, which has one tool, where --python has that (pip `mcp`; as
`make test-mcp` installs it). Exits with 1 where the median is above 15 ms or the list above 16 kB. A host waits for
the wall clock; the time on a processor is what is left of that on a machine of its own.
"""
import argparse
import json
import os
import statistics
import subprocess
import sys
import time

PEER = """
import asyncio, mcp_types as types
from mcp.server import Server
from mcp.server.stdio import stdio_server

async def tools(context, params):
    return types.ListToolsResult(tools=[types.Tool(name="add", description="Add", input_schema={"type": "object"})])

async def main():
    server = Server("peer", on_list_tools=tools)
    async with stdio_server() as (read, write):
        await server.run(read, write, server.create_initialization_options())

asyncio.run(main())
"""
META = {"io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {}}
LIST = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {"_meta": META}}
LONGEST_MS, LONGEST_BYTES = 15, 16 << 10


def once(words, environment):
    """Wall clock and processor, in ms, and the bytes of the list."""
    started = time.perf_counter()
    server = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                              env=environment)
    server.stdin.write(json.dumps(LIST).encode() + b"\n")
    server.stdin.flush()
    line = server.stdout.readline()
    waited = time.perf_counter() - started
    server.stdin.close()
    _, _, usage = os.wait4(server.pid, 0)
    server.returncode = 0
    if b'"tools"' not in line:
        raise SystemExit(f"{words[0]} answers no list: {line[:300]!r}")
    return waited * 1000, (usage.ru_utime + usage.ru_stime) * 1000, len(line)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--matectl", required=True)
    parser.add_argument("--python", default="")
    parser.add_argument("--rounds", type=int, default=40)
    parser.add_argument("--json")
    arguments = parser.parse_args()
    rows = {}
    for language in ["C.UTF-8", "ko_KR.UTF-8"]:
        rows[f"matectl mcp, {language}"] = ([arguments.matectl, "mcp"], {**os.environ, "LANG": language})
    if arguments.python and os.path.exists(arguments.python):
        rows["the SDK, one tool"] = ([arguments.python, "-c", PEER], os.environ)
    found = {name: [] for name in rows}
    for _ in range(arguments.rounds):
        for name, (words, environment) in rows.items():
            found[name].append(once(words, environment))
    missed, results = False, []
    print(f"{'first list of tools':28} {'median':>10} {'p90':>10} {'processor':>10} {'bytes':>8}")
    for name, times in found.items():
        waits = sorted(wait for wait, _, _ in times)
        row = {"name": name, "medianMs": statistics.median(waits), "p90Ms": waits[len(waits) * 9 // 10],
               "processorMs": statistics.median(busy for _, busy, _ in times), "bytes": times[0][2]}
        results.append(row)
        print(f"{name:28} {row['medianMs']:7.1f} ms {row['p90Ms']:7.1f} ms {row['processorMs']:7.1f} ms {row['bytes']:8}")
        missed |= name.startswith("matectl") and (row["medianMs"] > LONGEST_MS or row["bytes"] > LONGEST_BYTES)
    if arguments.json:
        with open(arguments.json, "w") as file:
            json.dump(results, file, indent=1)
    sys.exit(1 if missed else 0)


main()
