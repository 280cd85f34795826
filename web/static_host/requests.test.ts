import { test } from "node:test";
import assert from "node:assert/strict";

import { kindOf } from "./requests.ts";

const scope = "https://example.org/";
const files = {
  "offline.html": "sha256-a",
  "samples/sales.csv": "sha256-b",
  "pkg/insitu.0123456789ab.js": "sha256-c",
};

const kind = (path: string, request?: Partial<Request>, storesRuntime = true) =>
  kindOf(
    { method: "GET", mode: "no-cors", destination: "", url: new URL(path, scope).href, ...request },
    { scope, files, storesRuntime },
  );

const navigation: Partial<Request> = { mode: "navigate", destination: "document" };

test("the page is the document at the address of the server, with any query, and not in a frame", () => {
  assert.equal(kind("/", navigation), "page");
  assert.equal(kind("/?source=shortcut", navigation), "page");
  assert.equal(kind("/", { mode: "navigate", destination: "iframe" }), null);
  assert.equal(kind("/", { method: "HEAD", mode: "cors" }), null);
  assert.equal(kind("/"), null);
});

test("files with a hash are answered from what is stored, but for the runtime where the page stores it", () => {
  for (const path of [
    "/pkg/insitu.0123456789ab.js",
    "/pkg/other.0123456789ab.wasm",
    "/render/plotly.0123456789ab.js",
    "/kernel/worker.0123456789ab.js",
  ]) {
    assert.equal(kind(path), "unchanging", path);
    assert.equal(kind(`${path}?x`), null, path);
  }
  assert.equal(
    kind("/kernel/frame.0123456789ab.html", { mode: "navigate", destination: "iframe" }),
    "unchanging",
  );
  assert.equal(kind("/runtime/heap.0123456789ab.bin"), null);
  assert.equal(kind("/runtime/heap.0123456789ab.bin", {}, false), "unchanging");
});

test("files of the installed version under fixed names are the server's where it can be reached", () => {
  assert.equal(kind("/samples/sales.csv"), "listed");
  assert.equal(kind("/samples/other.csv"), null);
  assert.equal(kind("/toString"), null);
});

test("nothing else is touched", () => {
  for (const [path, request] of [
    ["/v1/models"],
    ["/v1/chat/completions", { method: "POST" }],
    ["/pkg/insitu.0123456789ab.js", { method: "POST" }],
    ["/", { ...navigation, method: "POST" }],
    ["/kernel/frame", { mode: "navigate", destination: "iframe" }],
    ["/render/frame", { mode: "navigate", destination: "iframe" }],
    ["/kernel/exit/0123456789ab"],
    ["/login", navigation],
    ["/logout", navigation],
    ["/endpoint"],
    ["/health"],
    ["/service-worker.js"],
    ["/models/index.json"],
    ["/models/small.0123456789ab.gguf"],
    ["/render/manifest.json"],
    ["https://example.com/pkg/insitu.0123456789ab.js"],
    ["https://example.org.evil.example/pkg/insitu.0123456789ab.js"],
  ] as [string, Partial<Request>?][]) {
    assert.equal(kind(path, request), null, path);
  }
});
