// `node --test public/dialogs/`

import assert from "node:assert/strict";
import { test } from "node:test";

import { judge } from "./egress.js";

const probe = (place, fate) => ({ name: "fetch", place, fate, how: "it failed" });
const fates = async (probes, arrived) => (await judge(probes, "http://127.0.0.1/kernel/exit/1", async () => arrived)).map(({ fate, how }) => [fate, how]);

test("what arrived is open, whatever was seen of it", async () => {
  const probes = ["refused", "failed", "open", "unproven"].map((fate) => probe("worker", fate));
  assert.deepEqual(await fates(probes, [0, 1, 2, 3].map((number) => `worker-${number}`)), probes.map(() => ["open", "it arrived at the server"]));
});

test("a probe is known by its place and its number there", async () => {
  const probes = [probe("worker", "failed"), probe("frame", "failed"), probe("worker", "failed")];
  assert.deepEqual((await fates(probes, ["worker-1"])).map(([fate]) => fate), ["refused", "refused", "open"]);
});

test("what failed without a refusal was refused where nothing arrived, and is unproven where nobody counts", async () => {
  const probes = [probe("frame", "failed"), probe("frame", "refused"), probe("frame", "open"), probe("frame", "unproven")];
  const others = [["refused", "it failed"], ["open", "it failed"], ["unproven", "it failed"]];
  assert.deepEqual(await fates(probes, []), [["refused", "it failed; nothing arrived at the server"], ...others]);
  assert.deepEqual(await fates(probes, null), [["unproven", "it failed"], ...others]);
});
