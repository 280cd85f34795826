"""The self-test tells an exit that is open from one that is not: CPython has a network, and no browser."""

import asyncio
import http.server
import json
import threading
import unittest

from insitu import egress


class Answer(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.server.came.append(self.path)
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_args):
        pass


class Exits(unittest.TestCase):
    def test_what_is_open_is_told_as_open_and_what_is_not_there_as_refused(self):
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Answer)
        server.came = []
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            told = json.loads(asyncio.run(egress.try_all(f"http://127.0.0.1:{server.server_port}/exit")))
        finally:
            server.shutdown()
            server.server_close()
        self.assertEqual([probe["name"] for probe in told], list(egress.ATTEMPTS))
        found = {probe["name"]: probe for probe in told}
        for name, gave in (("urllib", "it gave 204"), ("http.client", "it gave 204"), ("socket", "it gave b'H'")):
            self.assertEqual(found[name], {"name": name, "fate": "open", "how": gave})
            self.assertIn(f"/exit?exit=python-{list(egress.ATTEMPTS).index(name)}", server.came)
        for name in ("js.fetch", "js.WebSocket", "js.self", "js.postMessage"):
            self.assertEqual(found[name], {"name": name, "fate": "refused", "how": "ModuleNotFoundError: No module named 'js'"})

    def test_an_exit_that_nothing_refuses_in_time_is_open(self):
        async def hangs(_target):
            await asyncio.sleep(60)

        told = asyncio.run(egress.tried("slow", hangs, ""))
        self.assertEqual(told, {"name": "slow", "fate": "open", "how": "nothing refused it within 2 s"})
