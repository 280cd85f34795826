"""The egress probes distinguish open exits from refused ones: CPython has a network and no browser
interfaces.
"""

import asyncio
import http.server
import json
import threading
import time
import unittest
from unittest import mock

from insitu import egress


class Answer(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.server.came.append(self.path)
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_args):
        pass


class Exits(unittest.TestCase):
    def test_open_exits_are_reported_as_open_and_absent_ones_as_refused(self):
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Answer)
        server.came = []
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            probes = json.loads(
                asyncio.run(egress.try_all(f"http://127.0.0.1:{server.server_port}/exit"))
            )
        finally:
            server.shutdown()
            server.server_close()
        self.assertEqual([probe["name"] for probe in probes], list(egress.ATTEMPTS))
        found = {probe["name"]: probe for probe in probes}
        for name, how in (
            ("urllib", "it gave 204"),
            ("http.client", "it gave 204"),
            ("socket", "it gave b'H'"),
        ):
            self.assertEqual(found[name], {"name": name, "fate": "open", "how": how})
            self.assertIn(f"/exit?exit=python-{list(egress.ATTEMPTS).index(name)}", server.came)
        for name in ("js.fetch", "js.WebSocket", "js.self", "js.postMessage"):
            self.assertEqual(
                found[name],
                {
                    "name": name,
                    "fate": "refused",
                    "how": "ModuleNotFoundError: No module named 'js'",
                },
            )

    def test_an_exit_that_blocks_the_thread_costs_no_other_one_its_time(self):
        async def waits(_target):
            await asyncio.sleep(0.01)
            raise PermissionError("refused")

        attempts = {"waits": waits, "blocks": lambda _target: time.sleep(0.3)}
        with (
            mock.patch.object(egress, "ATTEMPTS", attempts),
            mock.patch.object(egress, "LIMIT", 0.1),
        ):
            waited, blocked = json.loads(asyncio.run(egress.try_all("")))
        self.assertEqual(
            waited, {"name": "waits", "fate": "refused", "how": "PermissionError: refused"}
        )
        self.assertEqual(blocked, {"name": "blocks", "fate": "open", "how": "it gave None"})

    def test_an_exit_that_is_not_refused_in_time_is_open(self):
        async def hangs(_target):
            await asyncio.sleep(60)

        with mock.patch.object(egress, "LIMIT", 0.1):
            probe = asyncio.run(egress.try_one("slow", hangs, ""))
        self.assertEqual(
            probe, {"name": "slow", "fate": "open", "how": "nothing refused it within 0.1 s"}
        )
