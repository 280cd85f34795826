// The SQL engine as a program, for the tests of the Python package: requests as JSON on its input,
// each after the lengths of the text and of the bytes that follow it; answers on its output as a
// number that says whether it failed, a length, and bytes. The argument is its limit of memory.

import { readSync, writeSync } from "node:fs";

import { fileAt, openNodeEngine, requestsOf } from "../../tests/sql-engine.ts";

function take(length: number) {
  const bytes = new Uint8Array(length);
  for (let at = 0; at < length; ) {
    const read = readSync(0, bytes, at, length - at, null);
    if (read === 0) process.exit(0);
    at += read;
  }
  return bytes;
}

function write(bytes: Uint8Array) {
  for (let at = 0; at < bytes.length; ) {
    try {
      at += writeSync(1, bytes, at);
    } catch (error) {
      // The reader is slower.
      if ((error as NodeJS.ErrnoException).code !== "EAGAIN") throw error;
    }
  }
}

const memory = process.argv[2];
const send = requestsOf(await openNodeEngine(memory ? { memory: Number(memory) } : {}));

for (;;) {
  const lengths = new DataView(take(8).buffer);
  const request = JSON.parse(new TextDecoder().decode(take(lengths.getUint32(0))));
  const payload = lengths.getUint32(4);
  const file = request.path ? await fileAt(request.path) : undefined;
  const { bytes, failed } = send({
    ...request,
    file,
    ...(payload ? { bytes: take(payload) } : {}),
  });
  const content = bytes ?? new TextEncoder().encode(failed);
  const head = new DataView(new ArrayBuffer(5));
  head.setUint8(0, bytes ? 0 : 1);
  head.setUint32(1, content.length);
  write(new Uint8Array(head.buffer));
  write(content);
}
