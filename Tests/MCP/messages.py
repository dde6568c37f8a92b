"""Every line that a server wrote, held against the SDK's models of its revision, and against the published
schemas where MCP_SCHEMAS names a folder with REVISION/schema.json."""
import json
import os
import pathlib

import jsonschema
import mcp_types.methods as methods

RESULTS = {
    "initialize": "InitializeResult", "server/discover": "DiscoverResult", "tools/list": "ListToolsResult",
    "tools/call": "CallToolResult", "resources/list": "ListResourcesResult",
    "resources/templates/list": "ListResourceTemplatesResult", "resources/read": "ReadResourceResult",
    "completion/complete": "CompleteResult", "subscriptions/listen": "SubscriptionsListenResult",
}
VERSION = "io.modelcontextprotocol/protocolVersion"


class Schemas:
    def __init__(self):
        self.folder = os.environ.get("MCP_SCHEMAS")
        self.known = {}
        self.checked = 0

    def check(self, version, name, value):
        if not self.folder:
            return
        if version not in self.known:
            path = pathlib.Path(self.folder) / version / "schema.json"
            self.known[version] = json.loads(path.read_text())
        schema = self.known[version]
        place = "$defs" if "$defs" in schema else "definitions"
        if name not in schema[place]:
            return
        whole = {place: schema[place], "$ref": f"#/{place}/{name}"}
        jsonschema.validate(value, whole, cls=jsonschema.Draft202012Validator)
        self.checked += 1


def check(path, schemas):
    """Returns how many messages were judged; raises for the first that is not of its revision."""
    asked, version, count = {}, None, 0
    for line in pathlib.Path(path).read_text().splitlines():
        side, text = json.loads(line)
        message = json.loads(text)
        if side == "client":
            if "method" in message and "id" in message:
                params = message.get("params") or {}
                stated = (params.get("_meta") or {}).get(VERSION)
                asked[message["id"]] = (message["method"], stated)
            continue
        count += 1
        assert message["jsonrpc"] == "2.0", text
        if "method" in message and "id" in message:
            methods.parse_server_request(message["method"], version, message.get("params"))
            schemas.check(version, "JSONRPCRequest", message)
            schemas.check(version, "ElicitRequest", message)
        elif "method" in message:
            methods.parse_server_notification(
                message["method"], version or "2026-07-28", message.get("params"))
            schemas.check(version or "2026-07-28", "ServerNotification", message)
        elif "error" in message:
            error = message["error"]
            assert isinstance(error["code"], int) and isinstance(error["message"], str), text
            # Reserved by JSON-RPC 2.0 and MCP: codes of a daemon of ours are never passed on.
            assert -32768 <= error["code"] <= -32000, text
        else:
            method, stated = asked.pop(message["id"])
            if method == "initialize":
                version = message["result"]["protocolVersion"]
            spoken = stated or version
            version = version or spoken
            methods.parse_server_result(method, spoken, message["result"])
            name = RESULTS.get(method, "EmptyResult")
            if message["result"].get("resultType") == "input_required":
                name = "InputRequiredResult"
            schemas.check(spoken, name, message["result"])
    return count
