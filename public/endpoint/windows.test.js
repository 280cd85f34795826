// Windows as the servers state them.

import assert from "node:assert/strict";
import { test } from "node:test";
import { askedWindow, listedWindow } from "./windows.js";

test("a list has a model's window under the name that its server uses", () => {
  for (const [model, window] of /** @type {[Record<string, any>, number | null][]} */ ([
    [{ id: "a", max_model_len: 8192 }, 8192],
    [{ id: "a", context_length: 128000, top_provider: {} }, 128000],
    [{ id: "a", context_window: 131072 }, 131072],
    [{ id: "a", max_context_length: 32768 }, 32768],
    [{ id: "a", meta: { n_ctx: 4096, n_ctx_train: 131072 } }, 4096],
    [{ id: "a", meta: { n_ctx_train: 131072 } }, null],
    [{ id: "a", max_model_len: "8192" }, null],
    [{ id: "a", context_length: -1 }, null],
    [{ id: "a", context_length: 1e12 }, null],
    [{ id: "a" }, null],
  ])) {
    assert.equal(listedWindow(model), window, JSON.stringify(model));
  }
});

test("local servers are asked where they state it, and nobody else is", async () => {
  /** @type {Record<string, any>} */
  const answers = {
    "/props": { default_generation_settings: { n_ctx: 16384 } },
    "/api/ps": {
      models: [
        { name: "b", context_length: 1 },
        { name: "a", context_length: 8192 },
      ],
    },
    "/api/v0/models": {
      data: [
        { id: "b", loaded_context_length: 1 },
        { id: "a", loaded_context_length: 4096, max_context_length: 131072 },
      ],
    },
  };
  for (const [owner, window, wanted] of /** @type {[string, number | null, string[]][]} */ ([
    ["llamacpp", 16384, ["/props"]],
    ["library", 8192, ["/api/ps"]],
    ["organization_owner", 4096, ["/api/v0/models"]],
    ["openai", null, []],
  ])) {
    /** @type {string[]} */
    const asked = [];
    const ask = async (/** @type {string} */ path) => {
      asked.push(path);
      return answers[path];
    };
    assert.deepEqual([await askedWindow({ id: "a", owned_by: owner }, ask), asked], [window, wanted], owner);
    assert.equal(await askedWindow({ id: "a", owned_by: owner }, async () => null), null, owner);
  }
});
