// What counts as a refusal: an error that proves it, or a violation that the browser reported. Silence and accidents do not.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Refusal, channel, fetchFrom, there, tryAll } from "../worker/probe.js";

const TARGET = "http://127.0.0.1:1/exit";

async function tryOne(exit, { violation } = {}) {
  const events = new EventTarget();
  const report = (address) => violation && events.dispatchEvent(Object.assign(new Event("securitypolicyviolation"), violation(address)));
  const wait = (act, milliseconds) => setTimeout(act, milliseconds / 20);
  const attempt = (address) => {
    report(address);
    return exit.try(address);
  };
  const [{ refused, how }] = await tryAll({ place: "worker", events, wait, target: TARGET }, [{ ...exit, name: "exit", try: attempt }]);
  return [refused, how];
}

const fails = () => Promise.reject(new TypeError("Failed to fetch"));
const violates = (directive, change = (address) => address) => (address) => ({ blockedURI: change(address), effectiveDirective: directive });

test("an exit is refused by evidence only", async () => {
  for (const [what, exit, more, wanted] of [
    ["it works", { try: () => "it was answered" }, {}, [false, "it was answered"]],
    ["an error", { try: fails }, {}, [true, "TypeError: Failed to fetch"]],
    ["an error that proves nothing", { try: fails, silent: true }, {}, [false, "it failed without being refused: TypeError: Failed to fetch"]],
    ["a violation beside it", { try: fails, silent: true }, { violation: violates("connect-src") }, [true, "connect-src of the content security policy"]],
    ["a violation of another address", { try: fails, silent: true }, { violation: violates("img-src", () => "http://else.invalid/") }, [false, "it failed without being refused: TypeError: Failed to fetch"]],
    ["a socket's violation", { try: fails, silent: true }, { violation: violates("connect-src", (address) => address.replace("http", "ws")) }, [true, "connect-src of the content security policy"]],
    ["a violation without an error", { try: () => true, silent: true }, { violation: violates("connect-src") }, [true, "connect-src of the content security policy"]],
    ["a violation that names a scheme", { try: fails, silent: true, blocked: "data" }, { violation: violates("script-src-elem", () => "data") }, [true, "script-src-elem of the content security policy"]],
    ["nothing at all", { try: () => new Promise(() => {}) }, {}, [false, "nothing refused it within 2 s"]],
    ["something that is not there", { try: () => there(undefined, "WebTransport") }, {}, [true, "there is no WebTransport here"]],
    ["a navigation that is refused", { try: () => {}, navigates: true }, { violation: violates("frame-src", () => "http://127.0.0.1:1") }, [true, "frame-src of the content security policy"]],
    ["a navigation of which nothing is heard", { try: () => {}, navigates: true }, {}, [false, "nothing refused it within 2 s"]],
  ]) {
    assert.deepEqual(await tryOne(exit, more), wanted, what);
  }
});

test("a script of one's own is refused by the policy that holds it, or not at all", async () => {
  await assert.rejects(fetchFrom(async () => "refused by connect-src", TARGET), (error) => error instanceof Refusal && /stays inside.*connect-src/.test(error.message));
  assert.equal(await fetchFrom(async () => "its fetch failed: TypeError", TARGET), "its fetch failed: TypeError");
  assert.equal(await fetchFrom(async () => "it starts, and reaches the network", TARGET), "it starts, and reaches the network");
});

test("a channel is an exit wherever others are of the same origin", () => {
  const Channel = class {
    close() {}
  };
  assert.throws(() => channel(Channel, "null"), Refusal);
  assert.equal(channel(Channel, "http://127.0.0.1"), "it reaches whoever is of this origin");
});
