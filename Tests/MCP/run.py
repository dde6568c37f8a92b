#!/usr/bin/env python3
"""`matectl mcp` as the official SDK sees it, in each of its modes, with and without `--write`.

    Tests/MCP/run.py --bin FOLDER

Every message is held against the models and the published schema of its revision (messages.py).
"""
import argparse
import asyncio
import contextlib
import json
import os
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import traceback
import warnings

import messages

from mcp import Client, StdioServerParameters
from mcp.shared.exceptions import MCPError
from mcp_types import ElicitResult, ResourceTemplateReference

# What the latest revision has no more the earlier ones have still.
warnings.simplefilter("ignore")

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from verdicts import Verdicts  # noqa: E402

ROOT = HERE.parent.parent
MODES = ["legacy", "auto", "2026-07-28"]
# A model reads the list each time.
LONGEST_LIST = 16 << 10


class World:
    """Daemons of their own in a folder of their own."""

    def __init__(self, binaries, schemas):
        self.schemas, self.conversations = schemas, []
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="mate-mcp-"))
        self.binaries = pathlib.Path(binaries).resolve()
        (self.folder / "run").mkdir(mode=0o700)
        self.environment = {
            "PATH": f"{self.binaries}:/usr/bin:/bin", "HOME": str(self.folder), "LANG": "C.UTF-8",
            "XDG_RUNTIME_DIR": str(self.folder / "run"), "XDG_STATE_HOME": str(self.folder / "state"),
            "XDG_CONFIG_HOME": str(self.folder / "config"),
            "MATE_DOMAINS_PATH": str(ROOT / "deploy/domains"), "TZ": "Asia/Seoul",
        }
        self.records = 0

    def matectl(self, *words):
        done = subprocess.run(
            [self.binaries / "matectl", *words], env=self.environment, capture_output=True, text=True)
        return done.returncode, done.stdout, done.stderr

    def state(self):
        """What all domains know, as they tell it themselves."""
        asked = [
            ("bank", "export"), ("bank", "board", "--json"), ("juice", "export"),
            ("juice", "ledger", "--json"), ("project", "export"), ("project", "history", "--json"),
            ("transit", "favourite", "list", "--json"),
        ]
        return [self.matectl(*words)[1] for words in asked]

    def server(self, *options, **more):
        self.records += 1
        record = self.folder / f"messages-{self.records}"
        return StdioServerParameters(
            command=sys.executable,
            args=[str(HERE / "recorder.py"), str(record), str(self.binaries / "matectl"), "mcp", *options],
            env={**self.environment, **more})

    @contextlib.asynccontextmanager
    async def client(self, mode, *options, more={}, **callbacks):
        async with Client(
            self.server(*options, **more), mode=mode, cache=None, **callbacks) as client:
            yield client

    def conversation(self):
        """With a server that is not the SDK's to speak with."""
        self.conversations.append(messages.Conversation(self.schemas))
        return self.conversations[-1]

    def judged(self):
        return sum(messages.check(path, self.schemas) for path in self.folder.glob("messages-*")) + sum(
            one.count for one in self.conversations)

    def end(self):
        self.matectl("stop", "bank", "juice", "project", "transit")
        shutil.rmtree(self.folder, ignore_errors=True)


def text(result):
    return "\n".join(part.text for part in result.content)


# MARK: Checks


async def check_lists(world):
    """Tools, resources and templates; what only reads stays under 16 kB in both languages."""
    for mode in MODES:
        for language in ["C.UTF-8", "ko_KR.UTF-8"]:
            async with world.client(mode, more={"LANG": language}) as client:
                tools = (await client.list_tools()).tools
                assert len(tools) > 40
                for tool in tools:
                    assert tool.annotations.read_only_hint, tool.name
                    assert tool.input_schema["additionalProperties"] is False
                    for name in tool.input_schema.get("required", []):
                        described = tool.input_schema["properties"][name]
                        assert described["description"], (tool.name, name)
                hints = {tool.name: tool.annotations for tool in tools}
                assert hints["transit_arrivals"].open_world_hint is True
                assert hints["juice_menu"].open_world_hint is None
                resources = (await client.list_resources()).resources
                uris = {resource.uri for resource in resources}
                assert {"mate://bank/board", "mate://juice/stock", "mate://project/board"} <= uris
                assert len(uris) == len(resources)
                templates = (await client.list_resource_templates()).resource_templates
                assert "mate://bank/ticket/{ticket}" in {t.uri_template for t in templates}
    for record in world.folder.glob("messages-*"):
        for line in record.read_text().splitlines():
            side, words = json.loads(line)
            if side == "server" and '"tools":[' in words:
                assert len(words.encode()) < LONGEST_LIST, len(words.encode())


async def check_hints(world):
    async with world.client("auto", "--admin") as client:
        hints = {tool.name: tool.annotations for tool in (await client.list_tools()).tools}
        for name in ["project_sync", "project_sync_run", "transit_near"]:
            assert hints[name].open_world_hint is True and hints[name].read_only_hint is False, name
        assert hints["bank_take"].open_world_hint is False
        assert hints["bank_take"].idempotent_hint is None
        assert hints["bank_reset"].destructive_hint is True
        # What is said to be idempotent leaves the same behind the second time.
        for name, arguments in [
            ("bank_spread", {"by": "lowestNumber"}), ("juice_stock_low", {"fruit": "mango", "count": 7})]:
            assert hints[name].idempotent_hint is True, name
            await client.call_tool(name, arguments)
            once = world.state()
            assert not (await client.call_tool(name, arguments)).is_error
            assert world.state() == once, name


async def check_resources(world):
    for mode in MODES:
        async with world.client(mode) as client:
            for resource in (await client.list_resources()).resources:
                try:
                    contents = (await client.read_resource(resource.uri)).contents
                except MCPError as error:
                    # A view may need what nobody has set up, as a key.
                    assert error.error.code == -32603, (resource.uri, error)
                    continue
                assert [one.mime_type for one in contents] == ["application/json", "text/plain"]
                json.loads(contents[0].text)
            for uri in ["mate://bank/nothing", "mate://bank/ticket/", "mate://bank/ticket/%zz", "x", ""]:
                try:
                    await client.read_resource(uri)
                    raise AssertionError(uri)
                except MCPError as error:
                    assert error.error.code == (-32002 if mode == "legacy" else -32602), error


async def check_completion(world):
    world.matectl("bank", "open")
    for _ in range(12):
        world.matectl("bank", "take", "loan")
    reference = ResourceTemplateReference(type="ref/resource", uri="mate://bank/ticket/{ticket}")
    for mode in MODES:
        async with world.client(mode) as client:
            values = (await client.complete(reference, {"name": "ticket", "value": "1"})).completion.values
            assert values and all(value.startswith("1") for value in values), values
            contents = (await client.read_resource(f"mate://bank/ticket/{values[-1]}")).contents
            assert f'"number":{values[-1]}' in contents[0].text, contents[0].text
            for wrong in [{"name": "other", "value": ""}]:
                try:
                    await client.complete(reference, wrong)
                    raise AssertionError("completed")
                except MCPError as error:
                    assert error.error.code == -32602


async def check_subscriptions(world):
    """A change is told within moments, many of them at most once a second, and nothing else is."""
    uri = "mate://juice/stock"
    updates = []

    async def heard(message):
        if getattr(message, "method", "") == "notifications/resources/updated":
            updates.append((time.monotonic(), str(message.params.uri)))

    async def change_for(seconds, seen):
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            await asyncio.to_thread(world.matectl, "juice", "stock", "adjust", "mango", "+1")
        return seen()

    async with world.client("legacy", message_handler=heard) as client:
        await client.subscribe_resource(uri)
        await wait_for_update(world, updates)
        count = await change_for(2.2, lambda: len(updates))
        assert 2 <= count <= 5, count
        times = [at for at, _ in updates]
        assert all(later - earlier > 0.9 for earlier, later in zip(times, times[1:])), times
        assert {told for _, told in updates} == {uri}
        await client.unsubscribe_resource(uri)
        # The answer to this comes behind whatever was still on its way.
        await client.call_tool("juice_stock", {})
        count = len(updates)
        await change_for(1.2, lambda: 0)
        await client.call_tool("juice_stock", {})
        assert len(updates) == count
    async with world.client("2026-07-28") as client:
        async with client.listen(resource_subscriptions=[uri, "mate://bank/nothing"]) as listening:
            assert list(listening.honored.resource_subscriptions) == [uri]
            task = asyncio.create_task(change_for(4, lambda: None))
            event = await asyncio.wait_for(anext(aiter(listening)), 10)
            assert str(event.uri) == uri
            await task


async def wait_for_update(world, updates):
    until = time.monotonic() + 15
    while not updates:
        assert time.monotonic() < until, "nothing was told"
        await asyncio.to_thread(world.matectl, "juice", "stock", "adjust", "mango", "+1")


async def check_follow_ups(world):
    """Where the client asks its person, what is missing is counted anew and the order made again."""
    asked = []

    def answering(action, content):
        async def answer(context, params):
            asked.append(params)
            return ElicitResult(action=action, content=content)
        return answer

    def short():
        world.matectl("juice", "stock", "set", "strawberry", "0")

    order = ("juice_order", {"juice": "strawberry"})
    for mode in MODES:
        short()
        async with world.client(mode, "--write") as client:
            refused = await client.call_tool(*order)
            assert refused.is_error and "follow-up: juice_stock_set" in text(refused), text(refused)
        async with world.client(mode, "--write", elicitation_callback=answering("decline", None)) as client:
            refused = await client.call_tool(*order)
            assert refused.is_error and len(asked) == 1, text(refused)
            assert "0 in stock" in asked[0].message or "strawberry" in asked[0].message
            rehearsed = await client.call_tool(order[0], {**order[1], "dryRun": True})
            assert rehearsed.is_error and len(asked) == 1
        stock = json.loads(world.matectl("juice", "stock", "--json")[1])
        assert next(i for i in stock["items"] if i["fruit"] == "strawberry")["count"] == 0
        asked.clear()
        accept = answering("accept", {"count": 20, "again": True})
        async with world.client(mode, "--write", elicitation_callback=accept) as client:
            made = await client.call_tool(*order)
            assert not made.is_error and made.structured_content["order"], text(made)
            assert list(asked[0].requested_schema["properties"]) == ["count", "again"]
        asked.clear()
        stock = json.loads(world.matectl("juice", "stock", "--json")[1])
        assert next(i for i in stock["items"] if i["fruit"] == "strawberry")["count"] == 4
        short()
        accept = answering("accept", {"count": -1, "again": True})
        async with world.client(mode, "--write", elicitation_callback=accept) as client:
            wrong = await client.call_tool(*order)
            assert wrong.is_error and "juice.invalidCount" in text(wrong), text(wrong)
        asked.clear()


async def check_reader_changes_nothing(world):
    """Whatever is sent to a server without --write, nothing is different afterwards."""
    chance = random.Random(int(os.environ.get("SEED", 7)))
    world.matectl("bank", "open")
    world.matectl("project", "add", "x")
    async with world.client("auto", "--admin") as client:
        names = [tool.name for tool in (await client.list_tools()).tools]
    before = world.state()
    server = subprocess.Popen(
        [world.binaries / "matectl", "mcp", "--timeout", "2s"], env=world.environment,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    meta = {messages.VERSION: "2026-07-28",
            "io.modelcontextprotocol/clientCapabilities": {"elicitation": {}}}
    asked = ["tools/call", "tools/list", "resources/read", "resources/subscribe", "completion/complete",
             "subscriptions/listen", "initialize", "ping", "juice.order", "mate.backup", "", "x"]
    uris = ["mate://bank/board", "mate://bank/open", "mate://bank/ticket/1", "mate://juice/order/mango",
            "mate://project/show/1", "mate://../bank", "mate://bank/%00", "file:///etc/passwd"]

    def junk(depth=0):
        kinds = [None, True, 0, -1, 10**30, 1.5, "", "mango", "loan", "\u0000", "\ud55c", "../..", [], {}]
        if depth < 3 and chance.random() < 0.3:
            return {chance.choice(["fruit", "count", "_meta", "dryRun", "id", "mate"]): junk(depth + 1)}
        return chance.choice(kinds)

    def message(number):
        params = {
            "_meta": dict(meta), "name": chance.choice(names + ["bank.open", "mate.backup", "rpc.discover"]),
            "uri": chance.choice(uris), "requestState": junk(), "inputResponses": junk(),
            "arguments": chance.choice([junk(), {
                "fruit": "mango", "count": 1, "juice": "mango", "service": "loan", "title": "x", "id": 1,
                "by": 1, "_meta": {"idempotencyKey": str(number)}}]),
            "ref": {"type": "ref/resource", "uri": "mate://project/show/{id}"},
            "argument": {"name": "id", "value": chance.choice(["", "1", "\u0000"])},
            "notifications": {"resourceSubscriptions": [chance.choice(uris)]},
        }
        for key in list(params):
            if chance.random() < 0.25:
                del params[key]
        if chance.random() < 0.1:
            params = junk()
        line = json.dumps({"jsonrpc": "2.0", "id": number, "method": chance.choice(asked), "params": params})
        if chance.random() < 0.15:
            at = chance.randrange(len(line))
            line = line[:at] + chance.choice(['"', "}", "[", "\\", "\t", ""]) + line[at + 1:]
        return line.encode("utf-8", "surrogatepass").replace(b"\n", b" ") + b"\n"

    count = 3000
    conversation = world.conversation()

    def feed():
        for number in range(count):
            line = message(number)
            conversation.sent(line.decode("utf-8", "surrogateescape"))
            server.stdin.write(line)
        last = {"jsonrpc": "2.0", "id": "last", "method": "tools/call",
                "params": {"_meta": meta, "name": "bank_board", "arguments": {}}}
        conversation.sent(json.dumps(last))
        server.stdin.write(json.dumps(last).encode() + b"\n")
        server.stdin.flush()

    feeding = asyncio.create_task(asyncio.to_thread(feed))
    answered = 0
    while True:
        line = await asyncio.to_thread(server.stdout.readline)
        assert line, "the server ended"
        reply = json.loads(line)
        conversation.received(line.decode())
        answered += 1
        if reply.get("id") == "last":
            assert reply["result"]["isError"] is not True if "isError" in reply["result"] else True
            break
    await feeding
    assert answered > count // 2, answered
    server.stdin.close()
    server.stdout.read()
    assert server.wait(10) == 0
    assert world.state() == before


async def check_earlier_revisions(world):
    """What the SDK does not begin with any more: each revision with a handshake, as its clients spoke."""
    for version in ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"]:
        server = subprocess.Popen(
            [world.binaries / "matectl", "mcp", "--write"], env=world.environment, stdin=subprocess.PIPE,
            stdout=subprocess.PIPE)
        conversation = world.conversation()

        def ask(method, number=None, **params):
            line = json.dumps({"jsonrpc": "2.0", "method": method, "params": params,
                               **({} if number is None else {"id": number})})
            conversation.sent(line)
            server.stdin.write(line.encode() + b"\n")
            server.stdin.flush()
            if number is None:
                return None
            while True:
                line = server.stdout.readline().decode()
                conversation.received(line)
                if json.loads(line).get("id") == number:
                    return json.loads(line)

        hello = ask("initialize", 1, protocolVersion=version, capabilities={"elicitation": {}},
                    clientInfo={"name": "old", "version": "1"})
        assert hello["result"]["protocolVersion"] == version, hello
        ask("notifications/initialized")
        names = [tool["name"] for tool in ask("tools/list", 2)["result"]["tools"]]
        assert "bank_take" in names
        ask("tools/call", 3, name="bank_open", arguments={})
        ticket = ask("tools/call", 4, name="bank_take", arguments={"service": "loan"})
        assert not ticket["result"].get("isError"), ticket
        assert ask("tools/call", 5, name="bank_take", arguments={"service": "x"})["result"]["isError"] is True
        assert ask("tools/call", 6, name="nothing", arguments={})["error"]["code"] == -32602
        ask("resources/list", 7)
        ask("resources/templates/list", 8)
        ask("resources/subscribe", 9, uri="mate://bank/board")
        assert ask("ping", 10)["result"] == {}
        server.stdin.close()
        server.stdout.read()
        assert server.wait(5) == 0


async def check_connection_that_breaks(world):
    """A change that meets a daemon killed under it takes effect once."""
    world.matectl("bank", "open")
    async with world.client("auto", "--write") as client:
        for _ in range(5):
            before = json.loads(world.matectl("bank", "report", "--json")[1])
            pid = json.loads(world.matectl("status", "bank", "--json")[1])["items"][0]["pid"]
            calls = asyncio.create_task(client.call_tool("bank_take", {"service": "deposit"}))
            os.kill(pid, signal.SIGKILL)
            result = await calls
            assert not result.is_error, text(result)
            number = result.structured_content["ticket"]["number"]
            following = await client.call_tool("bank_take", {"service": "deposit"})
            assert following.structured_content["ticket"]["number"] == number + 1, before


def done(check, schemas, binaries):
    """Does one check with a world of its own; whether it holds, and what is told of it."""
    world, started, name = World(binaries, schemas), time.monotonic(), check.__name__[6:]
    try:
        asyncio.run(asyncio.wait_for(check(world), 300))
        judged = world.judged()
        schemas.judged += judged
        return True, f"✔ {name} ({judged} messages, {time.monotonic() - started:.1f} s)"
    except KeyboardInterrupt:
        raise
    except BaseException:  # an ExceptionGroup of the SDK's tasks among them
        return False, f"✘ {name}\n{traceback.format_exc()}"
    finally:
        world.end()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--bin", required=True)
    parser.add_argument("--only", nargs="*", default=[])
    arguments = parser.parse_args()
    schemas = messages.Schemas()
    wanted = {name[6:]: check for name, check in globals().items()
              if name.startswith("check_") and (not arguments.only or any(word in name for word in arguments.only))}
    verdicts = Verdicts("mcp", lambda name: done(wanted[name], schemas, arguments.bin))
    for name, check in wanted.items():
        verdicts.add(name, *done(check, schemas, arguments.bin))
    sys.exit(verdicts.end(f" of {schemas.judged} messages, {schemas.checked} of them by the published schemas"))


main()
