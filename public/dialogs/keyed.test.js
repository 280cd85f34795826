import { test } from "node:test";
import assert from "node:assert/strict";

import { part, showParts } from "./keyed.js";

/** An element with children, as much of it as is used, that counts how often it is put into a parent. */
class Fake {
  /** @type {Fake[]} */
  childNodes = [];
  /** @type {Fake | null} */
  parentNode = null;
  placed = 0;

  constructor(name = "") {
    this.name = name;
  }

  get firstChild() {
    return this.childNodes[0] ?? null;
  }

  get nextSibling() {
    const siblings = this.parentNode?.childNodes ?? [];
    return siblings[siblings.indexOf(this) + 1] ?? null;
  }

  remove() {
    const siblings = this.parentNode?.childNodes ?? [];
    siblings.splice(siblings.indexOf(this), 1);
    this.parentNode = null;
  }

  /** @param {Fake} child @param {Fake | null} before */
  insertBefore(child, before) {
    if (child.parentNode) child.remove();
    this.childNodes.splice(before === null ? this.childNodes.length : this.childNodes.indexOf(before), 0, child);
    child.parentNode = this;
    child.placed += 1;
  }
}

const menu = () => {
  const place = new Fake();
  /** @type {string[]} */
  const made = [];
  /** @param {string[]} names @param {(made: Fake) => void} [update] */
  const show = (names, update) => {
    const parts = names.map((name) =>
      part(
        name,
        () => {
          made.push(name);
          return /** @type {any} */ (new Fake(name));
        },
        /** @type {any} */ (update),
      ),
    );
    showParts(/** @type {any} */ (place), parts);
    return place.childNodes.map(({ name }) => name);
  };
  return { place, made, show };
};

test("an element stays where it is while others come and go around it", () => {
  const { place, made, show } = menu();
  assert.deepEqual(show(["load", "choose", "forget"]), ["load", "choose", "forget"]);
  const [, choose] = place.childNodes;
  assert.deepEqual(show(["choose"]), ["choose"]);
  assert.deepEqual(show(["offer", "choose", "forget"]), ["offer", "choose", "forget"]);
  assert.deepEqual(show(["offer", "copy", "choose"]), ["offer", "copy", "choose"]);
  assert.equal(place.childNodes[2], choose);
  assert.equal(choose.placed, 1, "it was never taken out of the page, so a press in it ends in it");
  assert.deepEqual(made, ["load", "choose", "forget", "offer", "forget", "copy"]);
});

test("in another order only those are moved that have to be", () => {
  const { place, show } = menu();
  show(["a", "b", "c"]);
  assert.deepEqual(show(["c", "a", "b"]), ["c", "a", "b"]);
  assert.deepEqual(
    place.childNodes.map(({ placed }) => placed),
    [2, 1, 1],
  );
});

test("what differs without a new element is updated, each time", () => {
  const { place, show } = menu();
  /** @type {string[]} */
  const updated = [];
  show(["a"], ({ name }) => updated.push(`${name} first`));
  show(["a", "b"], ({ name }) => updated.push(`${name} second`));
  assert.deepEqual(updated, ["a first", "a second", "b second"]);
  assert.equal(place.childNodes.length, 2);
});

test("what another hand has put there goes, and what it has taken away is made again", () => {
  const { place, made, show } = menu();
  show(["a", "b"]);
  place.childNodes[0].remove();
  place.insertBefore(new Fake("status"), null);
  assert.deepEqual(show(["a", "b"]), ["a", "b"]);
  assert.deepEqual(made, ["a", "b", "a"]);
});

test("parts with other contents have other keys", () => {
  assert.notEqual(part(["a", "b"], () => /** @type {any} */ (null)).key, part(["a,b"], () => /** @type {any} */ (null)).key);
});
