// Writes a brotli version beside each file of a list.
//
//   node compress.mjs < [{ "file": path, "quality": brotli quality 0–11 }]
//
// A version that is not smaller than the file is not written. Node's zlib runs on its thread pool,
// so two files at a time keep two cores busy.
import { readFile, writeFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";

let input = "";
for await (const part of process.stdin) input += part;
/** @typedef {{ file: string, quality: number }} Job */

/** @type {Job[]} */
const jobs = JSON.parse(input);
let [before, after] = [0, 0];

// Distance codes (postfix bits, direct codes). The best for WebAssembly is found only by trying,
// and differs by half a percent between builds; the page's own module is small enough to be worth
// it.
const DISTANCES = [
  [0, 0],
  [0, 8],
  [2, 32],
  [2, 48],
];
const TRIED = 4 << 20;

/**
 * Writes the versions of a file.
 *
 * @param {Job} job
 */
async function compress({ file, quality }) {
  const plain = await readFile(file);
  before += plain.length;
  const ways = file.endsWith(".wasm") && plain.length < TRIED ? DISTANCES : DISTANCES.slice(0, 1);
  const packed = await Promise.all(
    ways.map(([postfix, direct]) =>
      promisify(brotliCompress)(plain, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: quality,
          // 16 MiB, the largest window that every browser accepts.
          [constants.BROTLI_PARAM_LGWIN]: 24,
          [constants.BROTLI_PARAM_LGBLOCK]: ways.length > 1 ? 24 : 0,
          [constants.BROTLI_PARAM_NPOSTFIX]: postfix,
          [constants.BROTLI_PARAM_NDIRECT]: direct,
          [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
        },
      }),
    ),
  );
  const brotli = packed.reduce((least, one) => (one.length < least.length ? one : least));
  if (brotli.length < plain.length) await writeFile(`${file}.br`, brotli);
  after += Math.min(brotli.length, plain.length);
}

const queue = jobs.values();
await Promise.all(
  Array.from({ length: Math.max(2, availableParallelism()) }, async () => {
    for (const job of queue) await compress(job);
  }),
);
console.log(
  `${jobs.length} files, ${(before / 1e6).toFixed(1)} MB → ${(after / 1e6).toFixed(1)} MB`,
);
