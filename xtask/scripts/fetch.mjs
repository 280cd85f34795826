// Downloads files from a base address, as many as it has.
//
//   node fetch.mjs < { "base": address ending in /, "folder": path, "files": [name] }
//
// The first file shows whether the address can be reached at all. If not, the script says so and
// still exits with success, since the caller has other sources and checks every file's hash anyway.
import { rename, writeFile } from "node:fs/promises";
import { join } from "node:path";

let input = "";
for await (const part of process.stdin) input += part;
/** @type {{ base: string, folder: string, files: string[] }} */
const { base, folder, files } = JSON.parse(input);

/**
 * Time limit for the response to start, in milliseconds: long enough for a slow line, short enough
 * to wait for in vain once.
 */
const TIMEOUT = 6000;

/** @typedef {Error & { cause?: { code?: string } }} Failure */

/**
 * Downloads a file, first under another name, so that no incomplete file is taken for it.
 *
 * @param {string} file
 */
async function get(file) {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), TIMEOUT);
  const answer = await fetch(base + file, { signal: stop.signal });
  clearTimeout(timer);
  if (!answer.ok) throw new Error(`answered ${answer.status}`);
  const half = join(folder, `${file}.half`);
  await writeFile(half, Buffer.from(await answer.arrayBuffer()));
  await rename(half, join(folder, file));
}

try {
  await get(files[0]);
} catch (error) {
  console.log(
    `  not reached (${/** @type {Failure} */ (error).cause?.code ?? /** @type {Failure} */ (error).message}), going on without it`,
  );
  process.exit(0);
}
let got = 1;
const queue = files.slice(1).values();
await Promise.all(
  Array.from({ length: 4 }, async () => {
    for (const file of queue) {
      try {
        await get(file);
        got += 1;
      } catch (error) {
        console.log(
          `  ${file}: ${/** @type {Failure} */ (error).cause?.code ?? /** @type {Failure} */ (error).message}`,
        );
      }
    }
  }),
);
console.log(`  got ${got} of ${files.length} files`);
