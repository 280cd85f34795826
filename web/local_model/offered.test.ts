// That a model of the host's is handed on only if its bytes are the expected ones, whether they
// come from the host or from the copy.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { beforeEach, test } from "node:test";

import { download, isThere, keepCopy, offered } from "./offered.ts";
import type { Offered } from "./offered.ts";

/** More than one piece of a copy. */
const content = Buffer.alloc(2 ** 20 + 10, "GGUF");
const digest = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
const listed = { name: "model.gguf", bytes: content.length, modified: 7, sha256: digest(content) };
const never = new AbortController().signal;

/** What the host has. */
const files = new Map<string, Uint8Array>();
/** What the browser keeps. */
const copies = new Map<string, Response>();
let asked: string[] = [];

const address = (path: string) => new URL(path, document.baseURI).href;
globalThis.document = { baseURI: "https://data.example.org/tools/" } as any;
Object.defineProperty(globalThis, "navigator", {
  value: { storage: { estimate: async () => ({ quota: 1e9, usage: 0 }) } },
  configurable: true,
});
globalThis.fetch = (async (path: string, { method = "GET" } = {}) => {
  asked.push(`${method} ${path}`);
  const body = files.get(path);
  return body
    ? new Response(method === "HEAD" ? null : new Blob([new Uint8Array(body)]), {
        headers: { "content-length": String(body.length) },
      })
    : new Response(null, { status: 404 });
}) as any;
const cache = {
  keys: async () => [...copies.keys()].map((url) => ({ url })),
  match: async (path: string) => copies.get(address(path))?.clone(),
  put: async (path: string, response: Response) => void copies.set(address(path), response),
  delete: async (path: string) => copies.delete(address(path)),
};
globalThis.caches = { has: async () => true, open: async () => cache } as any;

beforeEach(() => {
  asked = [];
  copies.clear();
  files.clear();
  files.set("./models/index.json", Buffer.from(JSON.stringify([listed])));
  files.set("./models/model.gguf", content);
});

/** Downloads what is offered; returns the hash of what is handed on, or the sentence. */
async function result(changes: Partial<Offered> = {}) {
  const [offer] = await offered();
  const hash = createHash("sha256");
  const steps: { copy: boolean; come: number }[] = [];
  const file = download(
    { ...offer, ...changes },
    never,
    (come, copy) => steps.push({ come, copy }),
    {
      update: (piece) => void hash.update(piece),
      finish: () => hash.digest("hex"),
    },
  );
  const got = await file.then(
    async (file) => digest(new Uint8Array(await file.arrayBuffer())),
    (error) => error.message,
  );
  return { got, steps };
}

test("what the host sends is handed on if it is the model", async () => {
  const { got, steps } = await result();
  assert.equal(got, listed.sha256);
  assert.deepEqual(steps.at(-1), { come: content.length, copy: false });
});

test("what the host sends and is not the model is refused", async () => {
  files.set("./models/model.gguf", Buffer.alloc(content.length, "x"));
  assert.match(
    (await result()).got,
    /^model\.gguf is not the file that it should be: its SHA-256 differs\. It was not used\./,
  );
});

test("a copy is read again each time, and one that is not the model is refused and deleted", async () => {
  const keep = (bytes: Uint8Array) =>
    keepCopy(new File([new Uint8Array(bytes)], listed.name, { lastModified: 7 }), listed.sha256);
  await keep(content);
  asked = [];
  const { got, steps } = await result();
  assert.equal(got, listed.sha256);
  assert.deepEqual(
    steps.map(({ copy }) => copy),
    [true, true],
  );
  assert.deepEqual(asked, ["GET ./models/index.json"], "it is not downloaded again");
  // Without the host, the copy says what it has to be.
  files.clear();
  assert.deepEqual(await offered(), [{ ...listed, kept: true }]);
  copies.clear();
  await keep(Buffer.alloc(content.length, "x"));
  assert.match((await result()).got, /its SHA-256 differs/);
  assert.equal(copies.size, 0);
});

test("a model of the operator's own, whose hash is not known, is handed on as before", async () => {
  assert.equal((await result({ sha256: "" })).got, listed.sha256);
});

test("a file that the list does not have is found by its length", async () => {
  assert.deepEqual(
    [
      await isThere("model.gguf", content.length),
      await isThere("model.gguf", 5),
      await isThere("other.gguf", 5),
    ],
    [true, false, false],
  );
  assert.deepEqual(asked, [
    "HEAD ./models/model.gguf",
    "HEAD ./models/model.gguf",
    "HEAD ./models/other.gguf",
  ]);
});
