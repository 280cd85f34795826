// Makes a language model of a few narrow layers and with a small window from another one, both as
// GGUF files: it is as quick as a test wants, and what it says means nothing. The format is
// described in the ggml project, docs/gguf.md.

/**
 * The sizes of the header's numbers and truth values in bytes, by type.
 *
 * @type {Record<number, number>}
 */
const SIZES = { 0: 1, 1: 1, 2: 2, 3: 2, 4: 4, 5: 4, 6: 4, 7: 1, 10: 8, 11: 8, 12: 8 };
const [TEXT, ARRAY] = [8, 9];
/**
 * How many values a block of a tensor has and how many bytes, by the tensor's type: F32, F16, Q4_1,
 * Q5_1, Q8_0.
 *
 * @type {Record<number, [values: number, bytes: number]>}
 */
const BLOCKS = { 0: [1, 4], 1: [1, 2], 3: [32, 20], 7: [32, 24], 8: [32, 34] };
/**
 * Where the tensors' data begins, and each tensor, in bytes: the alignment of a file that names no
 * other.
 */
const ALIGNMENT = 32;

const aligned = (/** @type {number} */ at) => Math.ceil(at / ALIGNMENT) * ALIGNMENT;

/**
 * Returns the file of a model with the first layers of another one, and in each of its tensors with
 * the first `heads` heads' share of every dimension but that of the vocabulary.
 *
 * @param {Buffer} file of a model of the architecture "llama"
 * @param {{ layers: number, heads: number, window: number }} size the window in tokens
 */
export function smallerModel(file, { layers, heads, window }) {
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
  /** @type {Record<string, number>} */
  const before = {};
  /** @type {Record<string, number>} */
  const places = {};
  for (let left = entries; left > 0; left -= 1) {
    const name = text();
    const type = small();
    if (name === "general.alignment") throw new Error("the model has an alignment of its own");
    [before[name], places[name]] = [file.readUInt32LE(at), at];
    skip(type);
  }
  const vocabulary = before["llama.vocab_size"];
  const width = (heads * before["llama.embedding_length"]) / before["llama.attention.head_count"];
  for (const [name, value] of Object.entries({
    block_count: layers,
    context_length: window,
    embedding_length: width,
    feed_forward_length: width,
    "attention.head_count": heads,
    "attention.head_count_kv": heads,
  }))
    head.writeUInt32LE(value, places[`llama.${name}`]);
  const infos = at;
  const tensors = Array.from({ length: count }, () => {
    const from = at;
    const layer = /^blk\.(\d+)\./.exec(text());
    const name = file.subarray(from, at);
    const sizes = Array.from({ length: small() }, number);
    const [type, start] = [small(), number()];
    return { name, sizes, type, start, kept: layer === null || Number(layer[1]) < layers };
  });
  const data = file.subarray(aligned(at));

  let end = 0;
  const kept = tensors.filter((one) => one.kept);
  const parts = kept.map(({ name, sizes, type, start }) => {
    if (!(type in BLOCKS)) throw new Error(`${name} is of type ${type}`);
    const [values, bytes] = BLOCKS[type];
    const fewer = sizes.map((size) => (size === vocabulary ? size : Math.min(size, width)));
    const [long, short] = [sizes[0], fewer[0]].map((size) => (size / values) * bytes);
    const rows = Array.from({ length: fewer[1] ?? 1 }, (_, row) =>
      data.subarray(start + row * long, start + row * long + short),
    );
    const info = Buffer.alloc(4 + 8 * fewer.length + 4 + 8);
    info.writeUInt32LE(fewer.length);
    fewer.forEach((size, at) => info.writeBigUInt64LE(BigInt(size), 4 + 8 * at));
    info.writeUInt32LE(type, info.length - 12);
    info.writeBigUInt64LE(BigInt(end), info.length - 8);
    const content = Buffer.concat(rows);
    end = aligned(end + content.length);
    return { info: [name, info], content: Buffer.concat([content], aligned(content.length)) };
  });
  head.writeBigUInt64LE(BigInt(kept.length), 8);
  const header = Buffer.concat([head.subarray(0, infos), ...parts.flatMap(({ info }) => info)]);
  return Buffer.concat([
    Buffer.concat([header], aligned(header.length)),
    ...parts.map(({ content }) => content),
  ]);
}
