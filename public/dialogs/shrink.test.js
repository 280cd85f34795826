// `node --test public/dialogs/`; the journeys check the scaled pictures in a browser.

import assert from "node:assert/strict";
import { test } from "node:test";

import { shrink, sizeOf } from "./shrink.js";

/** Pictures of 3 by 2 pixels. */
const PICTURES = {
  png: "iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAIAAAASFvFNAAAAC0lEQVR4nGNgQAcAABIAAe+JVKQAAAAASUVORK5CYII=",
  gif: "R0lGODlhAwACAIAAAP///wAAACwAAAAAAwACAAACAoRRADs=",
};

/** @param {string} base64 */
const bytes = (base64) => new Uint8Array(Buffer.from(base64, "base64"));

test("the size of a picture is read from its header", () => {
  for (const [kind, base64] of Object.entries(PICTURES))
    assert.deepEqual(sizeOf(bytes(base64)), [3, 2], kind);
  const segment = [0xff, 0xe0, 0, 4, 1, 2];
  const frame = [0xff, 0xc2, 0, 17, 8, 0x03, 0x20, 0x04, 0xb0, 3];
  assert.deepEqual(sizeOf(new Uint8Array([0xff, 0xd8, ...segment, ...frame])), [1200, 800]);
  /** @type {(kind: string, ...rest: number[]) => Uint8Array} */
  const riff = (kind, ...rest) =>
    new Uint8Array([...Buffer.from(`RIFF0000WEBP${kind}`), 0, 0, 0, 0, ...rest]);
  assert.deepEqual(sizeOf(riff("VP8X", 0, 0, 0, 0, 0xaf, 0x04, 0, 0x1f, 0x03, 0)), [1200, 800]);
  assert.deepEqual(sizeOf(riff("VP8L", 0x2f, 0xaf, 0xc4, 0xc7, 0)), [1200, 800]);
});

test("content that is not a complete header of a picture has no size", () => {
  for (const text of [
    "",
    "PNG",
    "\u0089PNG",
    "GIF8",
    "RIFF....WEBPVP8X",
    "\u00ff\u00d8\u00ff\u00e0\u0000\u0000",
    "<svg/>",
  ]) {
    assert.equal(sizeOf(new Uint8Array(Buffer.from(text, "latin1"))), null, text);
  }
});

test("a small picture is not changed, and one that would fill the memory is not decoded", async () => {
  assert.deepEqual(await shrink("image/png", PICTURES.png), ["image/png", PICTURES.png]);
  const huge = bytes(PICTURES.png);
  new DataView(huge.buffer).setUint32(16, 100_000);
  new DataView(huge.buffer).setUint32(20, 100_000);
  assert.equal(await shrink("image/png", Buffer.from(huge).toString("base64")), null);
});
