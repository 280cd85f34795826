// `node --test public/dialogs/`

import assert from "node:assert/strict";
import { test } from "node:test";

import { walk, zip } from "./archive.js";

/** @type {(fullPath: string) => object} */
const file = (fullPath) => ({
  isFile: true,
  name: fullPath.split("/").at(-1),
  fullPath,
  file: (/** @type {FileCallback} */ resolve) => resolve(new File(["x"], "x")),
});

/**
 * A folder whose reader returns two entries per batch, where browsers return a hundred.
 *
 * @type {(fullPath: string, children: object[]) => object}
 */
const folder = (fullPath, children) => ({
  isFile: false,
  name: fullPath.split("/").at(-1),
  fullPath,
  createReader: () => {
    const left = [...children];
    return {
      readEntries: (/** @type {(entries: object[]) => void} */ resolve) =>
        resolve(left.splice(0, 2)),
    };
  },
});

/** @param {unknown[]} found */
const paths = (found) => found.filter((_, at) => at % 2 === 0);

test("every file of a folder is listed under its path, and hidden files are left out", async () => {
  const dropped = [
    file("/alone.csv"),
    folder("/year", [
      file("/year/a.csv"),
      folder("/year/deep", [file("/year/deep/b.csv"), file("/year/deep/.DS_Store")]),
      file("/year/c.csv"),
      folder("/year/.git", [file("/year/.git/config")]),
      folder("/year/none", []),
    ]),
  ];
  const found = await walk(/** @type {FileSystemEntry[]} */ (dropped), 100);
  assert.deepEqual(paths(found), ["alone.csv", "year/a.csv", "year/deep/b.csv", "year/c.csv"]);
  assert.ok(found[1] instanceof File);
});

test("of more files than the limit, one more than the limit is read", async () => {
  const many = Array.from({ length: 50 }, (_, at) => file(`/many/${at}.csv`));
  assert.equal(
    paths(await walk(/** @type {FileSystemEntry[]} */ ([folder("/many", many)]), 5)).length,
    6,
  );
});

test("an unreadable entry rejects the promise", async () => {
  const broken = {
    ...file("/gone.csv"),
    file: (/** @type {unknown} */ _, /** @type {(error: Error) => void} */ reject) =>
      reject(new Error("gone")),
  };
  await assert.rejects(
    walk(/** @type {FileSystemEntry[]} */ (/** @type {object[]} */ ([broken])), 5),
    /gone/,
  );
});

test("an archive holds every file, also empty files and an empty list", async () => {
  /** @type {[name: string, text: string][][]} */
  const cases = [
    [],
    [["empty.csv", ""]],
    [
      ["a.csv", "1,2\n"],
      ["Größe/b €.txt", "x".repeat(70_000)],
      ["none.bin", ""],
    ],
  ];
  for (const files of cases) {
    const blob = await zip(files.flatMap(([name, text]) => [name, new Blob([text])]));
    assert.deepEqual(
      listed(Buffer.from(await blob.arrayBuffer())),
      files.map(([name, text]) => [name, Buffer.byteLength(text)]),
    );
  }
});

/**
 * Returns name and size of each entry of an archive's central directory.
 *
 * @param {Buffer} bytes
 */
function listed(bytes) {
  const end = bytes.lastIndexOf(Buffer.from("PK\x05\x06", "latin1"));
  assert.ok(end >= 0, "the archive has an end record");
  const entries = [];
  let at = bytes.readUInt32LE(end + 16);
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left -= 1) {
    assert.equal(bytes.readUInt32LE(at), 0x02014b50);
    const [name, extra, comment] = [28, 30, 32].map((offset) => bytes.readUInt16LE(at + offset));
    entries.push([bytes.toString("utf8", at + 46, at + 46 + name), bytes.readUInt32LE(at + 24)]);
    at += 46 + name + extra + comment;
  }
  return entries;
}
