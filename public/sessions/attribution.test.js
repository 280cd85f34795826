import { test } from "node:test";
import assert from "node:assert/strict";
import { attribution } from "./attribution.js";

/** Returns the attribution of a session whose scripts' object reports what it does as events, and these events. */
function session() {
  /** @type {(object | null)[]} */
  const events = [];
  const insitu = /** @type {any} */ ({
    run: async (/** @type {string} */ code) => {
      events.push(own.attribute({ kind: "execution-began", code, execution: 1 }));
      return { status: "ok" };
    },
    ask: async () => events.push(own.attribute({ kind: "question-asked" })),
  });
  const own = attribution(() => insitu);
  return { events, own };
}

test("what the page runs in one session is not attributed to code of another one", async () => {
  const [one, other] = [session(), session()];
  const running = one.own.execute("a", null);
  assert.deepEqual(other.own.attribute({ kind: "execution-began", code: "a", execution: 2 }), { kind: "execution-began", code: "a", execution: 2 });
  await running;
  assert.deepEqual(one.events, [null]);
  assert.equal(one.own.isUnrecorded(1), true);
  assert.equal(other.own.isUnrecorded(1), false);
});

test("a question that is asked in another session's place replaces nothing", async () => {
  const [one, other] = [session(), session()];
  const asking = one.own.askInstead(3, "Again?");
  assert.deepEqual(other.own.attribute({ kind: "question-asked" }), { kind: "question-asked" });
  await asking;
  assert.deepEqual(one.events, [{ kind: "question-edited", of: 3 }]);
});

test("while the page runs code by itself nothing is asked and no other session shown, while it only starts anew questions are answered", async () => {
  const { own } = session();
  await own.alone("It runs again.", async () => {
    assert.equal(own.busyWith(), "It runs again. Ask when that is done, or stop it.");
    assert.equal(own.heldBy(), "It runs again.");
    await assert.rejects(
      own.alone("Another.", async () => {}),
      /It runs again\./,
    );
  });
  await own.hold("It starts anew.", async () => {
    assert.equal(own.busyWith(), undefined);
    assert.equal(own.heldBy(), "It starts anew.");
  });
  assert.equal(own.heldBy(), undefined);
});
