// `node --test public/aside/`

import assert from "node:assert/strict";
import { test } from "node:test";

import { judge } from "./exits.js";

const exit = (place, fate) => ({ name: "fetch", place, fate, how: "it failed" });
const fates = async (exits, arrived) => (await judge(exits, "http://127.0.0.1/kernel/exit/1", async () => arrived)).map(({ fate, how }) => [fate, how]);

test("what arrived is open, whatever was seen of it", async () => {
  const exits = ["refused", "failed", "open", "unproven"].map((fate) => exit("worker", fate));
  assert.deepEqual(await fates(exits, [0, 1, 2, 3].map((number) => `worker-${number}`)), exits.map(() => ["open", "it arrived at the server"]));
});

test("an exit is known by its place and its number there", async () => {
  const exits = [exit("worker", "failed"), exit("frame", "failed"), exit("worker", "failed")];
  assert.deepEqual((await fates(exits, ["worker-1"])).map(([fate]) => fate), ["refused", "refused", "open"]);
});

test("what failed without a refusal was refused where nothing arrived, and is unproven where nobody counts", async () => {
  const exits = [exit("frame", "failed"), exit("frame", "refused"), exit("frame", "open"), exit("frame", "unproven")];
  const others = [["refused", "it failed"], ["open", "it failed"], ["unproven", "it failed"]];
  assert.deepEqual(await fates(exits, []), [["refused", "it failed; nothing arrived at the server"], ...others]);
  assert.deepEqual(await fates(exits, null), [["unproven", "it failed"], ...others]);
});
