// `node --test public/dialogs/`

import assert from "node:assert/strict";
import { test } from "node:test";

import { judge } from "./egress.js";

/** @typedef {import("./egress.js").EgressProbe} EgressProbe */

/** @type {(place: EgressProbe["place"], fate: EgressProbe["fate"]) => EgressProbe} */
const probe = (place, fate) => ({ name: "fetch", place, fate, how: "it failed" });
/** @type {(probes: EgressProbe[], arrived: string[] | null) => Promise<string[][]>} */
const fates = async (probes, arrived) =>
  (await judge(probes, "http://127.0.0.1/kernel/exit/1", async () => arrived)).map(
    ({ fate, how }) => [fate, how],
  );

test("a probe that arrived is open, whatever was observed of it", async () => {
  const probes = /** @type {const} */ (["refused", "failed", "open", "unproven"]).map((fate) =>
    probe("worker", fate),
  );
  assert.deepEqual(
    await fates(
      probes,
      [0, 1, 2, 3].map((number) => `worker-${number}`),
    ),
    probes.map(() => ["open", "it arrived at the server"]),
  );
});

test("a probe is identified by its place and its number there", async () => {
  const probes = [probe("worker", "failed"), probe("frame", "failed"), probe("worker", "failed")];
  assert.deepEqual(
    (await fates(probes, ["worker-1"])).map(([fate]) => fate),
    ["refused", "refused", "open"],
  );
});

test("a probe that failed was refused if nothing arrived, and is unproven if arrivals are unknown", async () => {
  const probes = [
    probe("frame", "failed"),
    probe("frame", "refused"),
    probe("frame", "open"),
    probe("frame", "unproven"),
  ];
  const others = [
    ["refused", "it failed"],
    ["open", "it failed"],
    ["unproven", "it failed"],
  ];
  assert.deepEqual(await fates(probes, []), [
    ["refused", "it failed; nothing arrived at the server"],
    ...others,
  ]);
  assert.deepEqual(await fates(probes, null), [["unproven", "it failed"], ...others]);
});
