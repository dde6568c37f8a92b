"""Every line that a server wrote, held against the SDK's models of its revision, and against the published
schemas (see schemas/README.md)."""
import gzip
import json
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
SUBSCRIPTION = "io.modelcontextprotocol/subscriptionId"
LATEST = "2026-07-28"
# An error without an id is one since 2025-11-25; before there was no form for it.
ENVELOPES = {
    "result": ["JSONRPCResultResponse", "JSONRPCResponse"], "error": ["JSONRPCErrorResponse", "JSONRPCError"],
    "request": ["JSONRPCRequest"], "notification": ["JSONRPCNotification"],
}
# Codes that have a shape of their own.
ERRORS = {-32022: "UnsupportedProtocolVersionError"}


class Schemas:
    def __init__(self):
        self.folder = pathlib.Path(__file__).resolve().parent / "schemas"
        self.known = {}
        self.validators = {}
        self.checked = self.judged = 0

    def schema(self, version):
        if version not in self.known:
            with gzip.open(self.folder / f"{version}.json.gz") as file:
                schema = json.load(file)
            self.known[version] = (schema, "$defs" if "$defs" in schema else "definitions")
        return self.known[version]

    def has(self, version, name):
        schema, place = self.schema(version)
        return name in schema[place]

    def check(self, version, name, value):
        """Raises where it is not as the schema of the revision says."""
        if (version, name) not in self.validators:
            schema, place = self.schema(version)
            self.validators[version, name] = jsonschema.Draft202012Validator(
                {place: schema[place], "$ref": f"#/{place}/{name}"})
        self.validators[version, name].validate(value)
        self.checked += 1

    def envelope(self, version, kind, message):
        name = next(name for name in ENVELOPES[kind] if self.has(version, name))
        self.check(version, name, message)


class Conversation:
    """What was asked, so that answers can be judged."""

    def __init__(self, schemas):
        self.schemas = schemas
        self.asked = {}
        self.version = None
        self.count = 0

    def sent(self, text):
        try:
            message = json.loads(text)
        except ValueError:
            return
        if isinstance(message, dict) and isinstance(message.get("method"), str) and "id" in message:
            params = message.get("params")
            meta = params.get("_meta") if isinstance(params, dict) else None
            stated = meta.get(VERSION) if isinstance(meta, dict) else None
            if isinstance(message["id"], (str, int)):
                self.asked[message["id"]] = (message["method"], stated)

    def received(self, text):
        """Raises for what is not of its revision."""
        message = json.loads(text)
        self.count += 1
        assert message["jsonrpc"] == "2.0", text
        spoken = self.version or LATEST
        if "method" in message:
            self.asks(message, spoken) if "id" in message else self.tells(message, spoken)
        elif "error" in message:
            self.refuses(message, spoken)
        else:
            self.answers(message)

    def asks(self, message, version):
        methods.parse_server_request(message["method"], version, message.get("params"))
        self.schemas.envelope(version, "request", message)
        self.schemas.check(version, "ElicitRequest", message)

    def tells(self, message, version):
        # What was listened to in a request of the latest revision is told in it, whatever else is spoken.
        if SUBSCRIPTION in message["params"].get("_meta", {}):
            version = LATEST
        methods.parse_server_notification(message["method"], version, message.get("params"))
        self.schemas.envelope(version, "notification", message)
        self.schemas.check(version, "ServerNotification", message)

    def refuses(self, message, version):
        error = message["error"]
        # Reserved by JSON-RPC 2.0 and MCP: codes of a daemon of ours are never passed on.
        assert -32768 <= error["code"] <= -32000, message
        if "id" in message or version >= "2025-11-25":
            self.schemas.envelope(version, "error", message)
        if error["code"] in ERRORS:
            self.schemas.check(LATEST, ERRORS[error["code"]], message)

    def answers(self, message):
        method, stated = self.asked.pop(message["id"])
        result = message["result"]
        if method == "initialize":
            self.version = result["protocolVersion"]
        # A ping is answered before any handshake, as clients of the earlier revisions may ask.
        version = stated or self.version or "2025-11-25"
        methods.parse_server_result(method, version, result)
        name = RESULTS.get(method, "EmptyResult")
        if result.get("resultType") == "input_required":
            name = "InputRequiredResult"
        self.schemas.envelope(version, "result", message)
        self.schemas.check(version, name, result)
        if version == LATEST:
            assert result["_meta"]["io.modelcontextprotocol/serverInfo"]["name"] == "mate", message


def check(path, schemas):
    """Returns how many messages were judged; raises for the first that is not of its revision."""
    conversation = Conversation(schemas)
    for line in pathlib.Path(path).read_text().splitlines():
        side, text = json.loads(line)
        conversation.sent(text) if side == "client" else conversation.received(text)
    return conversation.count
