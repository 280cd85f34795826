"""The egress probes of the self-test in Python: tries every way out that Python has. Does not know
why one is refused.
"""

from __future__ import annotations

import asyncio
import importlib
import json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

# Seconds that one probe may wait for its answer. A refusal is immediate, unless the machine is
# busy.
LIMIT = 6.0


async def try_all(target: str) -> str:
    """Runs all probes. Returns `{name, fate, how}` of each as JSON; the fate is "refused" or
    "open". `target` is an address that answers every request; each probe gets it with its own
    number, which identifies the probe there.
    """
    # One after the other: an import can block the thread for longer than another probe may wait,
    # while its archive is fetched.
    return json.dumps(
        [
            await try_one(name, attempt, f"{target}?exit=python-{number}")
            for number, (name, attempt) in enumerate(ATTEMPTS.items())
        ]
    )


async def try_one(name: str, attempt: Callable[..., Any], target: str) -> dict[str, str]:
    try:
        got = attempt(target)
        if hasattr(got, "__await__"):
            got = await asyncio.wait_for(got, LIMIT)
    except TimeoutError:
        return {"name": name, "fate": "open", "how": f"nothing refused it within {LIMIT:g} s"}
    except BaseException as error:
        words = str(error).strip().split("\n")[0][:200]
        return {"name": name, "fate": "refused", "how": f"{type(error).__name__}: {words}"}
    return {"name": name, "fate": "open", "how": f"it gave {str(got)[:200]}"}


def js(name: str) -> Any:
    """Returns a global of the browser from `import js`."""
    return getattr(importlib.import_module("js"), name)


def urllib(target: str) -> int:
    import urllib.request

    return urllib.request.urlopen(target, timeout=LIMIT).status


def http_client(target: str) -> int:
    import http.client
    from urllib.parse import urlsplit

    address = urlsplit(target)
    connection = http.client.HTTPConnection(address.netloc, timeout=LIMIT)
    connection.request("GET", f"{address.path}?{address.query}")
    return connection.getresponse().status


def socket(target: str) -> bytes:
    import socket
    from urllib.parse import urlsplit

    address = urlsplit(target)
    with socket.create_connection(
        (address.hostname, address.port or 80), timeout=LIMIT
    ) as connection:
        connection.sendall(f"GET {address.path}?{address.query} HTTP/1.0\r\n\r\n".encode())
        return connection.recv(1)


async def pyfetch(target: str) -> Any:
    from pyodide.http import pyfetch

    return (await pyfetch(target)).status


def open_url(target: str) -> Any:
    from pyodide.http import open_url

    return open_url(target).read()


def run_js(_target: str) -> Any:
    from pyodide.code import run_js

    return run_js("self")


def function_constructor(_target: str) -> Any:
    return js("setTimeout").constructor("return self")()


def timer_with_text(_target: str) -> Any:
    return js("setTimeout")("self", 0)


async def timer_with_scope(_target: str) -> Any:
    from pyodide.ffi import create_proxy

    called = asyncio.get_event_loop().create_future()
    act = create_proxy(
        lambda this, *_rest: called.done() or called.set_result(this), capture_this=True
    )
    js("setTimeout")(act, 0)
    this = await called
    act.destroy()
    if this is None or not hasattr(this, "location"):
        raise PermissionError("a timer's function does not receive the scope")
    return this


async def load_package(target: str) -> Any:
    import pyodide_js

    found = await pyodide_js.loadPackage(f"{target}/exit-1-py3-none-any.whl")
    if not found:
        raise OSError("nothing was loaded")
    return found


def shell(target: str) -> Any:
    import subprocess

    return subprocess.run(["curl", target], check=True, timeout=LIMIT)


ATTEMPTS = {
    "js.fetch": lambda target: js("fetch")(target),
    "js.XMLHttpRequest": lambda _target: js("XMLHttpRequest").new(),
    "js.WebSocket": lambda target: js("WebSocket").new(target.replace("http", "ws", 1)),
    "js.EventSource": lambda target: js("EventSource").new(target),
    "js.WebTransport": lambda target: js("WebTransport").new(target),
    "js.navigator.sendBeacon": lambda target: js("navigator").sendBeacon(target, "x"),
    "js.importScripts": lambda target: js("importScripts")(target),
    "js.Worker": lambda target: js("Worker").new(target),
    "js.SharedWorker": lambda target: js("SharedWorker").new(target),
    "js.navigator.serviceWorker": lambda target: js("navigator").serviceWorker.register(target),
    "js.RTCPeerConnection": lambda _target: js("RTCPeerConnection").new(),
    "js.BroadcastChannel": lambda _target: js("BroadcastChannel").new("exit"),
    "js.Image": lambda _target: js("Image").new(),
    "js.FontFace": lambda target: js("FontFace").new("exit", f"url({target})"),
    "js.indexedDB": lambda _target: js("indexedDB").open("exit"),
    "js.caches": lambda _target: js("caches").open("exit"),
    "js.localStorage": lambda _target: js("localStorage"),
    "js.sessionStorage": lambda _target: js("sessionStorage"),
    "js.navigator.storage": lambda _target: js("navigator").storage.getDirectory(),
    "js.document.cookie": lambda _target: js("document").cookie,
    "js.location": lambda target: setattr(js("location"), "href", target),
    "js.open": lambda target: js("open")(target),
    "js.parent": lambda _target: js("parent").location.href,
    "js.top": lambda _target: js("top").location.href,
    "js.self": lambda _target: js("self"),
    "js.postMessage": lambda _target: js("postMessage")("x"),
    "js.eval": lambda _target: js("eval")("self"),
    "a function's constructor": function_constructor,
    "a timer with source text": timer_with_text,
    "a timer's own this": timer_with_scope,
    "pyodide.code.run_js": run_js,
    "pyodide.http.pyfetch": pyfetch,
    "pyodide.http.open_url": open_url,
    "pyodide_js.loadPackage": load_package,
    "urllib": urllib,
    "http.client": http_client,
    "socket": socket,
    "subprocess": shell,
}
