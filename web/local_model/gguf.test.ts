// What is read of a GGUF file's header, and that another or a damaged file is refused
// with a sentence.

import assert from "node:assert/strict";
import { test } from "node:test";

import { check, labelOf } from "./file.ts";
import { readHeader } from "./gguf.ts";
import { fitting, needed, threadsFor } from "./memory.ts";
import { refusal } from "./problems.ts";

const encoder = new TextEncoder();

function number(value: number, size: 4 | 8) {
  const view = new DataView(new ArrayBuffer(size));
  if (size === 4) view.setUint32(0, value, true);
  else view.setBigUint64(0, BigInt(value), true);
  return new Uint8Array(view.buffer);
}
const text = (value: string) => [number(encoder.encode(value).length, 8), encoder.encode(value)];
/** An entry of the header. */
const entry = (name: string, value: string | number | string[]) => [
  ...text(name),
  ...(typeof value === "string"
    ? [number(8, 4), ...text(value)]
    : typeof value === "number"
      ? [number(4, 4), number(value, 4)]
      : [number(9, 4), number(8, 4), number(value.length, 8), ...value.flatMap(text)]),
];

/** What the header of a small model says. */
const SMALL = {
  "general.architecture": "llama",
  "tokenizer.chat_template": "{% for message in messages %}{{ message.content }}{% endfor %}",
  "tokenizer.ggml.tokens": ["a", "b", "c"],
  "llama.context_length": 4096,
  "llama.block_count": 2,
  "llama.embedding_length": 64,
  "llama.feed_forward_length": 128,
  "llama.attention.head_count": 4,
  "llama.attention.head_count_kv": 2,
};

/** Returns a file with a header and one tensor. */
function model(
  entries: Record<string, string | number | string[]> = SMALL,
  {
    version = 3,
    missing = 0,
    rows = 32,
    tensors = 1,
    name = "small.gguf",
  }: { version?: number; missing?: number; rows?: number; tensors?: number; name?: string } = {},
) {
  const all = Object.entries(entries);
  const head = [
    encoder.encode("GGUF"),
    number(version, 4),
    number(tensors, 8),
    number(all.length, 8),
    ...all.flatMap(([key, value]) => entry(key, value)),
  ];
  // Two dimensions of weights of type Q8_0: 34 bytes for each block of 32.
  const tensor = [
    ...text("output.weight"),
    number(2, 4),
    number(32, 8),
    number(rows, 8),
    number(8, 4),
    number(0, 8),
  ];
  const parts = [...head, ...(tensors ? tensor : [])];
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const data = tensors ? 34 * 32 : 0;
  const padded = Math.ceil(length / 32) * 32 + data - missing;
  const bytes = new Uint8Array(Math.max(padded, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part.subarray(0, Math.max(0, bytes.length - at)), at);
    at = Math.min(bytes.length, at + part.length);
  }
  return new File([bytes], name);
}

test("the header of a model says what it is and how large its parts are", async () => {
  assert.deepEqual(await readHeader(model()), {
    architecture: "llama",
    name: "",
    template: SMALL["tokenizer.chat_template"],
    trained: 4096,
    parts: 1,
    tensors: 1,
    parameters: 1024,
    layers: 2,
    width: 64,
    inner: 128,
    words: 3,
    keyValueHeads: 2,
    keyLength: 16,
    valueLength: 16,
  });
});

test("a file that is not a model is refused with a sentence that says what to choose", async () => {
  const { "tokenizer.chat_template": _, ...silent } = SMALL;
  const cases: [File, RegExp][] = [
    [new File(["PK\u0003\u0004"], "model.safetensors"), /not a model file.*converted first/],
    [new File([], "empty.gguf"), /not a model file/],
    [new File(["GGUF"], "short.gguf"), /not a model file/],
    [model(SMALL, { missing: 1 }), /not downloaded or copied completely/],
    [model(SMALL, { missing: 34 * 32 + 60 }), /not downloaded or copied completely/],
    [model(SMALL, { version: 1 }), /version of its format.*versions 2 and 3/],
    [model(SMALL, { version: 0x03000000 }), /version of its format/],
    [model({ ...SMALL, "general.architecture": "" }), /header makes no sense/],
    [
      model({ ...SMALL, "split.count": 3 }, { name: "small-00001-of-00003.gguf" }),
      /one part of a model/,
    ],
    [model(silent), /no chat template.*“Instruct” or “Chat”/],
    [model({ ...SMALL, "llama.block_count": 4_000_000_000 }), /more than the 4 GiB/],
  ];
  for (const [file, sentence] of cases)
    await assert.rejects(check({ files: [file], handles: [] }), sentence, file.name);
});

test("a file that is larger than 2 GiB has to be in parts", async () => {
  const sized = (size: number) => Object.defineProperty(model(), "size", { value: size });
  await assert.rejects(
    check({ files: [sized(2 ** 31 + 4096)], handles: [] }),
    /larger than 2 GiB.*Split it/,
  );
  assert.equal((await check({ files: [sized(2 ** 31)], handles: [] })).size, 2 ** 31);
});

test("a header whose lengths are nonsense is refused, and takes neither time nor memory", async () => {
  for (const [at, value] of [
    [8, 2 ** 40],
    [16, 2 ** 40],
    [24, 2 ** 40],
  ]) {
    const bytes = new Uint8Array(await model().arrayBuffer());
    bytes.set(number(value, 8), at);
    await assert.rejects(
      readHeader(new Blob([bytes])),
      /header makes no sense|not downloaded or copied/,
      `at ${at}`,
    );
  }
  // Random damage may not be noticed, but is never anything else than a sentence.
  let seed = 7;
  for (let round = 0; round < 300; round += 1) {
    const bytes = new Uint8Array(await model().arrayBuffer());
    for (let change = 0; change < 4; change += 1) {
      seed = (seed * 48_271) % 2_147_483_647;
      bytes[4 + (seed % (bytes.length - 4))] = seed >> 8;
    }
    await readHeader(new Blob([bytes])).catch((error) =>
      assert.match(error.message, /^(This|The) .*\.$/, `round ${round}`),
    );
  }
});

test("a file that disappears is named as one", async () => {
  const gone = {
    size: 9,
    slice: () => ({ arrayBuffer: () => Promise.reject(new DOMException("", "NotFoundError")) }),
  } as unknown as Blob;
  await assert.rejects(readHeader(gone), /cannot read the file.*choose it again/);
});

test("the window shrinks until the model fits, and the estimate has file, cache and work", async () => {
  const header = await readHeader(model());
  const gigabyte = 2 ** 30;
  assert.equal(
    needed(header, 1000, 2048) - needed(header, 1000, 1024),
    2 * 2 * 2 * 32 * 1024,
    "two bytes for each value of each layer's keys and values",
  );
  assert.deepEqual(fitting(header, gigabyte)?.window, 4096, "no more than it was trained with");
  const wide = {
    ...header,
    trained: 131_072,
    layers: 64,
    keyValueHeads: 8,
    keyLength: 128,
    valueLength: 128,
  };
  assert.equal(fitting(wide, gigabyte)?.window, 8192);
  assert.equal(fitting(wide, 2.5 * gigabyte)?.window, 4096);
  assert.equal(fitting(wide, 3.9 * gigabyte), null);
});

test("threads leave a core to Python and the page where there are more than two, and there is one where memory is not shared", () => {
  assert.deepEqual(
    [1, 2, 3, 4, 8].map((cores) => threadsFor(cores, true)),
    [1, 2, 2, 3, 4],
  );
  assert.equal(threadsFor(8, false), 1);
});

test("why the engine refused a model is said by what it wrote", () => {
  assert.match(
    refusal(["x", "error loading model: unknown model architecture: 'mamba9'"], "load_error")
      .message,
    /architecture “mamba9”.*such as llama/,
  );
  assert.match(refusal([], "Out of memory").message, /too little memory/);
  assert.match(refusal([], "File read failed: NotFoundError").message, /choose it again/);
  assert.match(refusal(["tensor 'x' has wrong shape"], "").message, /do not fit together/);
});

test("a model's name is its file's, without ending and part, and nothing hidden", () => {
  assert.equal(labelOf("Qwen2.5-0.5B-Q4_K_M-00001-of-00002.gguf"), "Qwen2.5-0.5B-Q4_K_M");
  assert.equal(labelOf(".gguf"), "model");
  assert.doesNotMatch(labelOf("a\u202Eb.gguf"), /\u202E/);
});
