// `node --test public/sessions/`; the runtime that the log has of code that runs.

import { test } from "node:test";
import assert from "node:assert/strict";
import { readVersions, versionsOf, withRuntime } from "./runtime.js";

const MANIFEST = {
  pyodide: "314.0.3",
  packages: [
    { name: "numpy", version: "2.4.1" },
    { name: "pandas", version: "3.0.0" },
  ],
};
const VERSIONS = { Python: "3.14", Pyodide: "314.0.3", numpy: "2.4.1", pandas: "3.0.0" };

/**
 * Sets what the document and the runtime have.
 *
 * @param {string} address
 * @param {() => Promise<unknown>} manifest
 */
function page(address, manifest) {
  const element = { getAttribute: () => address };
  Object.assign(globalThis, {
    document: { querySelector: () => element },
    insituPage: { runtime: { manifest } },
  });
}

test("code that runs has the hash of the manifest, and the versions once they are known", async () => {
  page("/kernel/manifest.0a1b2c3d4e5f.json", () =>
    Promise.reject(new Error("there is no network")),
  );
  const began = { kind: "execution-began", execution: 1 };
  await readVersions();
  assert.deepEqual(withRuntime(began), {
    ...began,
    runtime: { manifest: "0a1b2c3d4e5f", versions: {} },
  });
  page("/kernel/manifest.0a1b2c3d4e5f.json", async () => MANIFEST);
  await readVersions();
  for (const body of [began, { kind: "replayed", executions: [1] }]) {
    assert.deepEqual(withRuntime(body), {
      ...body,
      runtime: { manifest: "0a1b2c3d4e5f", versions: VERSIONS },
    });
  }
});

test("no other event has a runtime, nor one of a page whose manifest has no hash", () => {
  page("/kernel/manifest.0a1b2c3d4e5f.json", async () => MANIFEST);
  for (const body of [{ kind: "execution-ended" }, { kind: "kernel-started" }, {}])
    assert.equal(withRuntime(body), body);
  page("/kernel/manifest.json", async () => MANIFEST);
  const began = { kind: "execution-began" };
  assert.equal(withRuntime(began), began);
});

test("a Pyodide whose version does not name Python has no version of Python", () => {
  assert.deepEqual(versionsOf({ pyodide: "next", packages: [] }), { Pyodide: "next" });
});
