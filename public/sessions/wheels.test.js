// Wheels of a stored session: whose bytes are looked for, and what the user is asked for.

import assert from "node:assert/strict";
import { test } from "node:test";

import { withContents } from "./records.js";
import { missingOf } from "./waiting.js";

/** @typedef {import("../types/storage").SessionStorage} SessionStorage */
/** @typedef {import("../types/storage").StorageError} StorageError */

const HASH = "ab".repeat(32);
const NAME = "attrs-26.1.0-py3-none-any.whl";

/**
 * Restores the wheel of a session, in a browser that stores a file under its name.
 *
 * @param {boolean} confirmed
 * @param {StorageError} [error] why the stored file cannot be opened
 */
async function restored(confirmed, error) {
  /** @type {string[]} */
  const opened = [];
  const open = async (/** @type {string} */ _, /** @type {string} */ name) => {
    opened.push(name);
    return error ? { ok: false, error } : { ok: true, value: new File(["wheel"], name) };
  };
  const wheel = { name: "attrs", version: "26.1.0", sha256: HASH, confirmed };
  const files = [{ id: 1, name: NAME, bytes: 5, kept: "copy", wheel }];
  const storage = /** @type {SessionStorage} */ (/** @type {unknown} */ ({ files: { open } }));
  const whole = await withContents(/** @type {any} */ ({}), storage, "session", {
    turns: [],
    files,
  });
  return { opened, file: /** @type {import("./waiting.js").RestoredFile} */ (whole.files[0]) };
}

const ASKED = `The session uses attrs 26.1.0 from this wheel, which is not installed. Drop ${NAME} with the SHA-256 ${HASH} onto the page to go on with it.`;

test("a wheel that nobody has confirmed here is asked for, whatever is stored under its name", async () => {
  const { opened, file } = await restored(false);
  assert.deepEqual([opened, file.content, file.why, file.waits], [[], null, ASKED, undefined]);
  assert.equal(missingOf([file]), `drop ${NAME} onto the page, the wheel of attrs 26.1.0`);
});

test("a confirmed wheel is read from where it is kept", async () => {
  const { opened, file } = await restored(true);
  assert.deepEqual([opened, file.content?.name, file.why], [[NAME], NAME, undefined]);
  assert.equal(missingOf([file]), "");
});

test("a confirmed wheel that has changed is never gone on with: the user confirms it anew", async () => {
  const { file } = await restored(
    true,
    /** @type {StorageError} */ ({
      kind: "changed",
      message: "It has other content.",
      file: new File([], NAME),
    }),
  );
  assert.deepEqual(
    [file.content, file.waits, file.why],
    [null, undefined, `The file is no longer the wheel that you have confirmed. ${ASKED}`],
  );
});

test("a confirmed wheel that the browser wants to ask about waits like other files, and one that is gone is asked for", async () => {
  const waiting = await restored(
    true,
    /** @type {StorageError} */ ({ kind: "permission", message: "Allow it.", askable: true }),
  );
  assert.deepEqual([waiting.file.content, waiting.file.waits], [null, "permission"]);
  assert.equal(missingOf([waiting.file]), `allow reading ${NAME} again, below the files`);
  const gone = await restored(
    true,
    /** @type {StorageError} */ ({ kind: "missing", message: "It is not where it was." }),
  );
  assert.deepEqual([gone.file.content, gone.file.waits, gone.file.why], [null, undefined, ASKED]);
});
