// What counts as a refusal: an error that proves it, or a violation that the browser reported.
// Silence and other errors do not.

import assert from "node:assert/strict";
import { test } from "node:test";

import {
  Failed,
  Refusal,
  Unproven,
  channel,
  fetchFrom,
  there,
  tryAll,
} from "../worker/attempts.ts";

const TARGET = "http://127.0.0.1:1/exit";

type Probe = Omit<import("../worker/attempts.ts").Probe, "name">;

/** The report of a violation by a request to the address. */
type Violation = (address: string) => { blockedURI: string; effectiveDirective: string };

/** Runs a probe. Resolves to its fate and how it came about. */
async function tryOne(
  probe: Probe,
  { violation }: { violation?: Violation } = {},
): Promise<[string, string]> {
  const events = new EventTarget();
  const report = (address: string) =>
    violation &&
    events.dispatchEvent(Object.assign(new Event("securitypolicyviolation"), violation(address)));
  const wait = (act: () => void, milliseconds: number) => setTimeout(act, milliseconds / 20);
  const attempt = (address: string) => {
    report(address);
    return probe.try(address);
  };
  const [{ fate, how }] = await tryAll({ place: "worker", events, wait, target: TARGET }, [
    { ...probe, name: "exit", try: attempt },
  ]);
  return [fate, how];
}

const fails = () => Promise.reject(new TypeError("Failed to fetch"));
const violates =
  (directive: string, change: (address: string) => string = (address) => address): Violation =>
  (address) => ({ blockedURI: change(address), effectiveDirective: directive });

test("the report of a violation may come seconds after the probe has ended", async () => {
  const events = new EventTarget();
  const wait = (act: () => void, milliseconds: number) => setTimeout(act, milliseconds / 20);
  const found = await tryAll({ place: "worker", events, wait, target: TARGET }, [
    {
      name: "exit",
      try: (blockedURI) => {
        const violation = { blockedURI, effectiveDirective: "connect-src" };
        const event = Object.assign(new Event("securitypolicyviolation"), violation);
        wait(() => events.dispatchEvent(event), 3_000);
        return "it was sent";
      },
      silent: true,
    },
  ]);
  assert.deepEqual(found, [
    {
      name: "exit",
      place: "worker",
      fate: "refused",
      how: "connect-src of the content security policy",
    },
  ]);
});

test("a probe counts as refused only with evidence", async () => {
  const cases: [string, Probe, { violation?: Violation }, [string, string]][] = [
    ["it works", { try: () => "it was answered" }, {}, ["open", "it was answered"]],
    [
      "it works, where an error would prove nothing",
      { try: () => "it was sent", silent: true },
      {},
      ["open", "it was sent"],
    ],
    ["an error", { try: fails }, {}, ["refused", "TypeError: Failed to fetch"]],
    [
      "an error that proves nothing",
      { try: fails, silent: true },
      {},
      ["failed", "it failed without being refused: TypeError: Failed to fetch"],
    ],
    [
      "an error with a violation",
      { try: fails, silent: true },
      { violation: violates("connect-src") },
      ["refused", "connect-src of the content security policy"],
    ],
    [
      "a violation of another address",
      { try: fails, silent: true },
      { violation: violates("img-src", () => "http://else.invalid/") },
      ["failed", "it failed without being refused: TypeError: Failed to fetch"],
    ],
    [
      "a WebSocket's violation",
      { try: fails, silent: true },
      { violation: violates("connect-src", (address) => address.replace("http", "ws")) },
      ["refused", "connect-src of the content security policy"],
    ],
    [
      "a violation without an error",
      { try: () => true, silent: true },
      { violation: violates("connect-src") },
      ["refused", "connect-src of the content security policy"],
    ],
    [
      "a violation that names a scheme",
      { try: fails, silent: true, blocked: "data" },
      { violation: violates("script-src-elem", () => "data") },
      ["refused", "script-src-elem of the content security policy"],
    ],
    [
      "no result in time",
      { try: () => new Promise(() => {}) },
      {},
      ["failed", "nothing refused it within 6 s"],
    ],
    [
      "an interface that does not exist",
      { try: () => there(undefined, "WebTransport") },
      {},
      ["refused", "there is no WebTransport here"],
    ],
    [
      "a probe that reports a failure",
      {
        try: () => {
          throw new Failed("it starts");
        },
      },
      {},
      ["failed", "it starts"],
    ],
    [
      "a result that cannot be observed",
      {
        try: () => {
          throw new Unproven("nothing shows it");
        },
      },
      {},
      ["unproven", "nothing shows it"],
    ],
    [
      "a navigation that is refused",
      { try: () => {}, navigates: true },
      { violation: violates("frame-src", () => "http://127.0.0.1:1") },
      ["refused", "frame-src of the content security policy"],
    ],
    [
      "a navigation without a report",
      { try: () => {}, navigates: true },
      {},
      ["failed", "nothing refused it within 2 s"],
    ],
  ];
  for (const [what, probe, more, wanted] of cases) {
    assert.deepEqual(await tryOne(probe, more), wanted, what);
  }
});

test("a script made from text is refused only by a violation of the policy", async () => {
  await assert.rejects(
    fetchFrom(async () => "refused by connect-src", TARGET),
    (error) => error instanceof Refusal && /stays inside.*connect-src/.test(error.message),
  );
  await assert.rejects(
    fetchFrom(async () => "its fetch failed: TypeError", TARGET),
    (error) =>
      error instanceof Failed && error.message === "it starts, and its fetch failed: TypeError",
  );
  assert.equal(
    await fetchFrom(async () => "it starts, and reaches the network", TARGET),
    "it starts, and reaches the network",
  );
});

test("a channel is refused in an opaque origin and open in any other", () => {
  const Channel = class {
    close() {}
  } as unknown as typeof BroadcastChannel;
  assert.throws(() => channel(Channel, "null"), Refusal);
  assert.equal(channel(Channel, "http://127.0.0.1"), "it reaches whoever is of this origin");
});
