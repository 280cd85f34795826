// Makes a language model of a few layers and with a small window from another one, both as GGUF
// files: it is as quick as a test wants, and what it says means nothing. The format is described in
// the ggml project, docs/gguf.md.

/**
 * The sizes of the header's numbers and truth values in bytes, by type.
 *
 * @type {Record<number, number>}
 */
const SIZES = { 0: 1, 1: 1, 2: 2, 3: 2, 4: 4, 5: 4, 6: 4, 7: 1, 10: 8, 11: 8, 12: 8 };
const [TEXT, ARRAY] = [8, 9];
/**
 * Where the tensors' data begins, and each tensor, in bytes: the alignment of a file that names no
 * other.
 */
const ALIGNMENT = 32;

const aligned = (/** @type {number} */ at) => Math.ceil(at / ALIGNMENT) * ALIGNMENT;

/**
 * Returns the file of a model with the first layers of another one.
 *
 * @param {Buffer} file of a model of the architecture "llama"
 * @param {{ layers: number, window: number }} size the window in tokens
 */
export function fewerLayers(file, { layers, window }) {
  let at = 8;
  const number = () => Number(file.readBigUInt64LE((at += 8) - 8));
  const small = () => file.readUInt32LE((at += 4) - 4);
  const text = () => {
    const length = number();
    return file.toString("utf8", at, (at += length));
  };
  const skip = (/** @type {number} */ type) => {
    if (type === TEXT) text();
    else if (type === ARRAY) {
      const of = small();
      for (let left = number(); left > 0; left -= 1) skip(of);
    } else at += SIZES[type];
  };

  const [count, entries] = [number(), number()];
  const head = Buffer.from(file);
  for (let left = entries; left > 0; left -= 1) {
    const name = text();
    const type = small();
    if (name === "llama.block_count") head.writeUInt32LE(layers, at);
    if (name === "llama.context_length") head.writeUInt32LE(window, at);
    if (name === "general.alignment") throw new Error("the model has an alignment of its own");
    skip(type);
  }
  const infos = at;
  const tensors = Array.from({ length: count }, () => {
    const from = at;
    const layer = /^blk\.(\d+)\./.exec(text());
    for (let left = small(); left > 0; left -= 1) number();
    small();
    return {
      info: file.subarray(from, at),
      start: number(),
      kept: layer === null || Number(layer[1]) < layers,
    };
  });
  const data = file.subarray(aligned(at));
  const starts = tensors.map(({ start }) => start).sort((one, other) => one - other);

  let end = 0;
  const kept = tensors.filter((one) => one.kept);
  const parts = kept.map(({ info, start }) => {
    const offset = Buffer.alloc(8);
    offset.writeBigUInt64LE(BigInt(end));
    const content = data.subarray(start, starts[starts.indexOf(start) + 1] ?? data.length);
    end = aligned(end + content.length);
    return { info: [info, offset], content: Buffer.concat([content], aligned(content.length)) };
  });
  head.writeBigUInt64LE(BigInt(kept.length), 8);
  const header = Buffer.concat([head.subarray(0, infos), ...parts.flatMap(({ info }) => info)]);
  return Buffer.concat([
    Buffer.concat([header], aligned(header.length)),
    ...parts.map(({ content }) => content),
  ]);
}
