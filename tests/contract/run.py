"""Starts a server in a folder that goes away, begins a game in it, and lets schemathesis try every operation of its document."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import urllib.request

BINARY, SCHEMATHESIS = sys.argv[1:3]
SEED = "1863"
EXAMPLES = os.environ.get("HARDTACK_EXAMPLES", "12")

# What a server must do whatever it is asked. Left out: whether everything the document allows is accepted, since an order may be
# well written and against the rules; and those that need to know which operations undo which.
CHECKS = [
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_schema_conformance",
    "negative_data_rejection",
    "unsupported_method",
    "allow_header_conformance",
]

CONFIG = """
seed = {seed}

[parameters]
"path.clause" = "G5.1-2"
"query.system" = ["gcacw", "lfm", "vnb", "none"]

# A scenario and a game that are there.
[[operations]]
include-path-regex = "^/scenarios/"
[operations.parameters]
"path.id" = ["lesson-spring-hill", "nowhere"]

[[operations]]
include-path-regex = "^/games/"
[operations.parameters]
"path.id" = ["{game}", "nowhere"]

# A stream does not end.
[[operations]]
include-path-regex = "/stream$"
enabled = false
"""


def post(address, path, body):
    data = json.dumps(body).encode()
    request = urllib.request.Request(address + path, data, {"content-type": "application/json"})
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


def main():
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "HARDTACK_CONFIG": ""}
        options = ["--port", "0", "--data", folder, "--games-per-minute", "0", "--think-time", "0.1"]
        server = subprocess.Popen(
            [BINARY, "serve", *options], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
        )
        try:
            address = server.stdout.readline().split()[-1].rstrip("/") + "/api/v1"
            me = {"kind": "me"}
            game = post(address, "/games", {"scenario": "lesson-spring-hill", "seats": {"union": me, "confederate": me}})
            config = pathlib.Path(folder, "schemathesis.toml")
            config.write_text(CONFIG.format(seed=SEED, game=game["id"]))
            tried = subprocess.run(
                [
                    SCHEMATHESIS,
                    "--config-file",
                    str(config),
                    "run",
                    address + "/openapi.json",
                    "--checks",
                    ",".join(CHECKS),
                    "--max-examples",
                    EXAMPLES,
                    "--phases",
                    "examples,coverage,fuzzing",
                    "--header",
                    f"Authorization: Bearer {game['token']}",
                    "--request-timeout",
                    "20",
                    "--no-shrink",
                    "--suppress-health-check",
                    "all",
                    *sys.argv[3:],
                ],
                cwd=folder,
                check=False,
            )
            if server.poll() is not None:
                sys.exit("the server has ended: " + server.stderr.read())
            sys.exit(tried.returncode)
        finally:
            server.terminate()
            server.wait(timeout=20)


main()
