import { test } from "node:test";
import assert from "node:assert/strict";
import { hold } from "./hold.js";

test("while the page runs code by itself, no question is answered and no other session is shown; while it restarts, questions are answered", async () => {
  const own = hold();
  await own.alone("It runs again.", async () => {
    assert.equal(own.busyWith(), "It runs again. Ask when that is done, or stop it.");
    assert.equal(own.heldBy(), "It runs again.");
    await assert.rejects(
      own.alone("Another.", async () => {}),
      /It runs again\./,
    );
  });
  await own.during("It restarts.", async () => {
    assert.equal(own.busyWith(), undefined);
    assert.equal(own.heldBy(), "It restarts.");
  });
  assert.equal(own.heldBy(), undefined);
});
