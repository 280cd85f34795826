// That a file which a worker may not read is read by the page, piece by piece, with the bytes that
// a blob would have.

import assert from "node:assert/strict";
import { test } from "node:test";

import { RemoteFile, readable } from "./remote_file.ts";

const content = Uint8Array.from({ length: 100 }, (_, at) => at);
const pieceOf = (_file: number, from: number, to: number) =>
  new Blob([content.slice(from, to)]).arrayBuffer();

test("slices of slices have the bytes of a blob's", async () => {
  const [remote, blob] = [new RemoteFile(pieceOf, 0, 0, content.length), new Blob([content])];
  for (const [from, to] of [[], [10], [10, 20], [90, 200], [200, 300], [20, 10]]) {
    const [ours, theirs] = [remote.slice(from, to).slice(2, 7), blob.slice(from, to).slice(2, 7)];
    assert.equal(ours.size, theirs.size, `${from} to ${to}`);
    assert.deepEqual(await ours.arrayBuffer(), await theirs.arrayBuffer(), `${from} to ${to}`);
  }
});

test("files that can be read here stay as they are, others are read by their place in the list", async () => {
  const readableFile = new File([content], "model.gguf");
  assert.deepEqual(await readable(pieceOf, [readableFile]), [readableFile]);
  const asked: number[] = [];
  const refused = Object.assign(new File([content], "model.gguf"), {
    slice: () => ({
      arrayBuffer: () => Promise.reject(new Error("The I/O read operation failed.")),
    }),
  });
  const read = async (file: number) => {
    asked.push(file);
    return new ArrayBuffer(0);
  };
  const remote = await readable(read, [refused, refused]);
  assert.equal(remote[1].size, 100);
  await remote[1].slice(3, 5).arrayBuffer();
  assert.deepEqual(asked, [1]);
});
