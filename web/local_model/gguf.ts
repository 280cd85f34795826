// Reads the header of a GGUF file: what the model is, and how large its parts are. The file may be
// anybody's: every length is checked against what has been read, and nothing of it runs. Knows
// neither the engine nor a view.

import { problem } from "./problems.ts";
import type { Header } from "../types/local_model.ts";

/** What is read at first, in bytes, and at most: a tokenizer's words are in the header. */
const FIRST = 4 << 20;
const MAX_HEADER_BYTES = 256 << 20;
/** More than that in a header is not a model's. */
const MAX_ENTRIES = 100_000;
/** Texts of the header that are kept; a chat template has some ten thousand characters. */
const MAX_TEXT_LENGTH = 1 << 20;
const MAGIC = 0x46554747;

/** The sizes of the header's numbers and truth values, by type. */
const SIZES: Record<number, number> = {
  0: 1,
  1: 1,
  2: 2,
  3: 2,
  4: 4,
  5: 4,
  6: 4,
  7: 1,
  10: 8,
  11: 8,
  12: 8,
};
const TEXT = 8;
const ARRAY = 9;

/** Values of a block of weights and its bytes, by type. */
const BLOCKS: Record<number, [values: number, bytes: number]> = {
  0: [1, 4],
  1: [1, 2],
  2: [32, 18],
  3: [32, 20],
  6: [32, 22],
  7: [32, 24],
  8: [32, 34],
  9: [32, 36],
  10: [256, 84],
  11: [256, 110],
  12: [256, 144],
  13: [256, 176],
  14: [256, 210],
  15: [256, 292],
  16: [256, 66],
  17: [256, 74],
  18: [256, 98],
  19: [256, 50],
  20: [32, 18],
  21: [256, 110],
  22: [256, 82],
  23: [256, 136],
  24: [1, 1],
  25: [1, 2],
  26: [1, 4],
  27: [1, 8],
  28: [1, 8],
  29: [256, 56],
  30: [1, 2],
  34: [256, 54],
  35: [256, 66],
  39: [32, 17],
};

/** An array is its length and its largest number. */
type Value = string | number | boolean | { count: number; largest: number };

/** More has to be read than has been. */
class Short extends Error {}

/**
 * Reads the header of a file.
 *
 * @param options whether it is a later part of a split model, whose header says less
 * @throws {Error} with a sentence that says what to choose instead
 */
export async function readHeader(
  file: Blob,
  { later = false }: { later?: boolean } = {},
): Promise<Header> {
  for (let size = FIRST; ; size *= 4) {
    const bytes = new DataView(await content(file.slice(0, Math.min(size, MAX_HEADER_BYTES))));
    if (bytes.byteLength < 8 || bytes.getUint32(0, true) !== MAGIC) throw problem("other");
    try {
      return parsed(bytes, file.size, later);
    } catch (error) {
      if (!(error instanceof Short)) throw error;
      if (bytes.byteLength >= file.size) throw problem("truncated");
      if (size >= MAX_HEADER_BYTES) throw problem("damaged");
    }
  }
}

const content = (blob: Blob) =>
  blob.arrayBuffer().catch(() => {
    throw problem("unreadable");
  });

/** @param size of the whole file */
function parsed(view: DataView, size: number, later: boolean): Header {
  const read = reader(view);
  read.number(4);
  const version = read.number(4);
  if (version < 2 || version > 3) throw problem("version");
  const [tensors, entries] = [read.count(), read.count()];
  const known = new Map<string, Value>();
  for (let left = entries; left > 0; left -= 1) known.set(read.text(), read.value(read.number(4)));
  const alignment = number(known.get("general.alignment")) ?? 32;
  if (alignment < 1 || alignment > 1 << 20) throw problem("damaged");
  let [end, parameters] = [0, 0];
  for (let left = tensors; left > 0; left -= 1) {
    read.text();
    const dimensions = read.number(4);
    if (dimensions > 8) throw problem("damaged");
    let values = 1;
    for (let dimension = 0; dimension < dimensions; dimension += 1) values *= read.number(8);
    const [block, bytes] = BLOCKS[read.number(4)] ?? [1, 0];
    end = Math.max(end, read.number(8) + (values / block) * bytes);
    parameters += values;
  }
  const data = Math.ceil(read.at() / alignment) * alignment;
  if (tensors > 0 && data + end > size) throw problem("truncated");
  const header = described(known, { tensors, parameters });
  if (!header.architecture && !later) throw problem("damaged");
  return header;
}

function described(
  known: Map<string, Value>,
  { tensors, parameters }: { tensors: number; parameters: number },
): Header {
  const architecture = text(known.get("general.architecture"));
  const of = (name: string) => number(known.get(`${architecture}.${name}`));
  const heads = of("attention.head_count");
  const width = of("embedding_length");
  const head = heads && width ? width / heads : null;
  const words = known.get("tokenizer.ggml.tokens");
  return {
    architecture,
    name: text(known.get("general.name")),
    template: text(known.get("tokenizer.chat_template")),
    trained: of("context_length"),
    parts: number(known.get("split.count")) ?? 1,
    tensors,
    parameters,
    layers: of("block_count"),
    width,
    inner: of("feed_forward_length"),
    words: typeof words === "object" ? words.count : of("vocab_size"),
    keyValueHeads: of("attention.head_count_kv") ?? heads,
    keyLength: of("attention.key_length") ?? head,
    valueLength: of("attention.value_length") ?? head,
  };
}

const text = (value: Value | undefined) => (typeof value === "string" ? value : "");

/** Returns a number, of an array its largest. */
function number(value: Value | undefined) {
  const found = typeof value === "object" ? value.largest : value;
  return typeof found === "number" && Number.isFinite(found) && found > 0 ? found : null;
}

function reader(view: DataView) {
  const decoder = new TextDecoder();
  let at = 0;
  /** Steps over bytes, and returns where they begin. */
  const over = (bytes: number) => {
    if (!(bytes >= 0) || at + bytes > view.byteLength) throw new Short();
    at += bytes;
    return at - bytes;
  };
  const unsigned = (size: number) => {
    const from = over(size);
    return size === 8
      ? Number(view.getBigUint64(from, true))
      : size === 4
        ? view.getUint32(from, true)
        : size === 2
          ? view.getUint16(from, true)
          : view.getUint8(from);
  };
  const count = () => {
    const found = unsigned(8);
    if (found > MAX_ENTRIES) throw problem("damaged");
    return found;
  };
  const words = () => {
    const length = unsigned(8);
    if (length > MAX_HEADER_BYTES) throw problem("damaged");
    const from = over(length);
    return decoder.decode(
      new Uint8Array(view.buffer, view.byteOffset + from, Math.min(length, MAX_TEXT_LENGTH)),
    );
  };
  const numeric = (type: number): number => {
    if (type === 5) return view.getInt32(over(4), true);
    if (type === 6) return view.getFloat32(over(4), true);
    if (type === 12) return view.getFloat64(over(8), true);
    return unsigned(SIZES[type]);
  };
  const array = (depth: number) => {
    const [type, length] = [unsigned(4), unsigned(8)];
    if (length > MAX_HEADER_BYTES || depth > 2) throw problem("damaged");
    let largest = 0;
    if (type === TEXT) for (let left = length; left > 0; left -= 1) over(unsigned(8));
    else if (type === ARRAY) for (let left = length; left > 0; left -= 1) array(depth + 1);
    else if (!SIZES[type]) throw problem("damaged");
    // One number for each layer; longer ones are the tokenizer's.
    else if (length > 4096) over(length * SIZES[type]);
    else for (let left = length; left > 0; left -= 1) largest = Math.max(largest, numeric(type));
    return { count: length, largest };
  };
  const value = (type: number): Value => {
    if (type === TEXT) return words();
    if (type === ARRAY) return array(0);
    if (type === 7) return unsigned(1) !== 0;
    if (!SIZES[type]) throw problem("damaged");
    return numeric(type);
  };
  return { at: () => at, number: unsigned, count, text: words, value };
}
