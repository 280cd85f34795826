// A CSV of about 200 MB. Knows nothing of what is done with it.

import { open } from "node:fs/promises";

const BYTES = 200 << 20;

/**
 * Writes the file, whose `amount` is 7 in every row; returns the number of rows.
 *
 * @param {string} file
 */
export async function writeBigFile(file) {
  const line = "2026-03-14,North,Customer 0042,a line of ordinary length for a table,7\n";
  const lines = 16_384;
  const block = Buffer.from(line.repeat(lines));
  const handle = await open(file, "w");
  await handle.write("day,region,customer,note,amount\n");
  let blocks = 0;
  for (; blocks * block.length < BYTES; blocks += 1) await handle.write(block);
  await handle.close();
  return blocks * lines;
}
