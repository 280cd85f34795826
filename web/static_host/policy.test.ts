import assert from "node:assert/strict";
import { test } from "node:test";

import { chosenEndpoint, policyOf, remember, storageOf } from "./policy.ts";

function storage(values: Record<string, string> = {}) {
  const held = new Map(Object.entries(values));
  return {
    getItem: (key: string) => held.get(key) ?? null,
    setItem: (key: string, value: string) => void held.set(key, value),
    removeItem: (key: string) => void held.delete(key),
  };
}

const NAMES = {
  scripts: "'sha256-a'",
  frames: ["./kernel/frame.1.html", "./render/frame.2.html"],
  worker: "service-worker.js",
  endpoint: "",
};

test("the policy names the page's own folder and nothing beside it", () => {
  const policy = policyOf(new URL("https://example.org/tools/insitu/"), NAMES);
  assert.equal(
    policy,
    "script-src https://example.org/tools/insitu/pkg/ 'sha256-a' 'wasm-unsafe-eval'; connect-src https://example.org/tools/insitu/; " +
      "frame-src https://example.org/tools/insitu/kernel/frame.1.html https://example.org/tools/insitu/render/frame.2.html " +
      "https://example.org/tools/insitu/service-worker.js; worker-src https://example.org/tools/insitu/service-worker.js; style-src https://example.org/tools/insitu/pkg/",
  );
});

test("exactly the endpoint that the user chose is admitted, until it is taken back", () => {
  const kept = storage();
  remember(kept, "https://api.example.org");
  assert.equal(chosenEndpoint(kept), "https://api.example.org");
  const policy = policyOf(new URL("https://example.org/"), {
    ...NAMES,
    endpoint: chosenEndpoint(kept),
  });
  assert.match(policy, /connect-src https:\/\/example\.org\/ https:\/\/api\.example\.org;/);
  remember(kept, "");
  assert.equal(chosenEndpoint(kept), "");
});

test("what is not an origin to connect to is refused, and ignored where it is stored", () => {
  for (const one of [
    "http://example.org",
    "http://[::1]:8080",
    "https://example.org/",
    "https://example.org/path",
    "https://*.example.org",
    "https:",
    "*",
    "data:text/plain,a",
    "https://example.org; script-src *",
    "https://example.org https://other.org",
    "https://EXAMPLE.org",
    "javascript:alert(1)",
  ]) {
    assert.throws(() => remember(storage(), one), /Change the address/, one);
    assert.equal(chosenEndpoint(storage({ "insitu:endpoint": one })), "", one);
  }
  for (const one of [
    "https://example.org:8443",
    "http://localhost:11434",
    "http://127.0.0.1:8080",
  ]) {
    assert.equal(chosenEndpoint(storage({ "insitu:endpoint": one })), one);
  }
});

test("where the browser lets the page keep nothing, there is a policy all the same, and choosing an endpoint is refused with a sentence", () => {
  const storage = storageOf({
    get sessionStorage(): Storage {
      throw new Error("denied");
    },
  });
  assert.equal(chosenEndpoint(storage), "");
  assert.throws(
    () => remember(storage, "https://api.example.com"),
    /lets the page keep nothing.*Allow this site to store data/,
  );
  remember(storage, "");
});
