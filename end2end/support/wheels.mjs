// Wheels for the tests, honest ones and others: archives with every list and hash that a wheel has,
// and compiled modules that the runtime can load. Knows the formats, and nothing of the page.

import { createHash } from "node:crypto";
import { deflateRawSync } from "node:zlib";
import binaryen from "binaryen";

/** @typedef {string | Uint8Array} Content */
/**
 * @typedef {{ path: string, content: Content, listed?: Content | null, mode?: number }} Part
 *   `listed` is what `RECORD` says of it: nothing, if it is null
 */

/**
 * A wheel.
 *
 * @typedef {object} Recipe
 * @property {string} [name] the package's
 * @property {string} [version]
 * @property {string} [tag]
 * @property {string} [file] the name of the file, if it is not that of the package
 * @property {Record<string, Content>} [files] by path
 * @property {Part[]} [parts] further files, of which some may have the same path
 * @property {string} [metadata] further lines of `METADATA`
 */

/**
 * Makes a wheel.
 *
 * @param {Recipe} recipe
 * @returns {{ name: string, content: Buffer, sha256: string }} the file's name, its bytes, and
 *   their SHA-256
 */
export function makeWheel({
  name = "good",
  version = "1.0",
  tag = "py3-none-any",
  file,
  files = {},
  parts = [],
  metadata = "",
}) {
  const info = `${name}-${version}.dist-info`;
  /** @type {Part[]} */
  const all = [
    ...Object.entries(files).map(([path, content]) => ({ path, content })),
    ...parts,
    {
      path: `${info}/METADATA`,
      content: `Metadata-Version: 2.1\nName: ${name}\nVersion: ${version}\n${metadata}`,
    },
    {
      path: `${info}/WHEEL`,
      content: `Wheel-Version: 1.0\nGenerator: tests\nRoot-Is-Purelib: true\nTag: ${tag}\n`,
    },
  ];
  const lines = all.flatMap(({ path, content, listed = content }) =>
    listed === null ? [] : [`${path},${hash(listed)},${bytesOf(listed).length}`],
  );
  const content = zip([
    ...all,
    { path: `${info}/RECORD`, content: `${lines.join("\n")}\n${info}/RECORD,,\n` },
  ]);
  return {
    name: file ?? `${name}-${version}-${tag}.whl`,
    content,
    sha256: createHash("sha256").update(content).digest("hex"),
  };
}

/** The tag of wheels with compiled code. */
export const NATIVE = "cp314-cp314-pyemscripten_2026_0_wasm32";

/**
 * Returns a compiled module of Python whose documentation it computes when it is imported:
 * `6*7=42`. `javascript` is the name of a function that it defines in JavaScript, which
 * Emscripten's loader would pass to `eval`.
 *
 * @param {string} name
 * @param {string} [javascript]
 */
export function compiledModule(name, javascript) {
  // A definition of a module (PyModuleDef), then its name, then its documentation.
  const [definition, text, doc, size] = [0, 64, 128, 192];
  const module = binaryen.parseText(`(module
    (import "env" "memory" (memory 1))
    (import "env" "__indirect_function_table" (table 0 funcref))
    (import "env" "__memory_base" (global $base i32))
    (import "env" "PyModuleDef_Init" (func $init (param i32) (result i32)))
    ${javascript ? `(global $javascript i32 (i32.const ${doc}))\n(export "__em_js__${javascript}" (global $javascript))` : ""}
    (data (global.get $base) "${at({ [text]: `${name}\0`, [doc]: "6*7=??\0" }, size)}")
    (func $field (param $offset i32) (param $value i32)
      (i32.store (i32.add (global.get $base) (local.get $offset)) (i32.add (global.get $base) (local.get $value))))
    (func (export "PyInit_${name}") (result i32)
      (call $field (i32.const 20) (i32.const ${text}))
      (call $field (i32.const 24) (i32.const ${doc}))
      (i32.store8 (i32.add (global.get $base) (i32.const ${doc + 4})) (i32.add (i32.const 48) (i32.div_u (i32.mul (i32.const 6) (i32.const 7)) (i32.const 10))))
      (i32.store8 (i32.add (global.get $base) (i32.const ${doc + 5})) (i32.add (i32.const 48) (i32.rem_u (i32.mul (i32.const 6) (i32.const 7)) (i32.const 10))))
      (call $init (i32.add (global.get $base) (i32.const ${definition})))))`);
  const compiled = Buffer.from(module.emitBinary());
  module.dispose();
  // What a dynamic linker reads, in a section that comes first: memory of this size, aligned to 16
  // bytes, and no functions in the table.
  const info = Buffer.from([8, ...Buffer.from("dylink.0"), 1, 5, ...leb(size), 4, 0, 0]);
  return Buffer.concat([
    compiled.subarray(0, 8),
    Buffer.from([0, info.length]),
    info,
    compiled.subarray(8),
  ]);
}

/** Returns a number below 2^14 in LEB128, in two bytes. @param {number} number */
const leb = (number) => [(number & 127) | 128, number >> 7];

/**
 * Returns texts at their places, as a string of the text format.
 *
 * @param {Record<number, string>} texts
 * @param {number} size
 */
function at(texts, size) {
  const bytes = Buffer.alloc(size);
  for (const [place, text] of Object.entries(texts)) bytes.write(text, Number(place));
  return Array.from(bytes, (byte) => `\\${byte.toString(16).padStart(2, "0")}`).join("");
}

/** @param {Content} content */
const bytesOf = (content) => Buffer.from(content);

/** @param {Content} content */
const hash = (content) =>
  `sha256=${createHash("sha256").update(bytesOf(content)).digest("base64url")}`;

/**
 * Makes a zip archive, deflated.
 *
 * @param {Part[]} parts
 */
export function zip(parts) {
  /** @type {Buffer[]} */
  const contents = [];
  /** @type {Buffer[]} */
  const directory = [];
  let offset = 0;
  for (const { path, content, mode = 0o100644 } of parts) {
    const [name, bytes] = [Buffer.from(path), bytesOf(content)];
    const deflated = deflateRawSync(bytes);
    // From the version that is needed to the length of the name, the same in both headers.
    const facts = Buffer.alloc(24);
    facts.writeUInt16LE(20, 0);
    // Names are UTF-8.
    facts.writeUInt16LE(0x0800, 2);
    facts.writeUInt16LE(8, 4);
    facts.writeUInt16LE(0x0021, 8);
    facts.writeUInt32LE(crc32(bytes), 10);
    facts.writeUInt32LE(deflated.length, 14);
    facts.writeUInt32LE(bytes.length, 18);
    facts.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([
      Buffer.from("PK\u0003\u0004"),
      facts,
      Buffer.alloc(2),
      name,
      deflated,
    ]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE((mode << 16) >>> 0, 6);
    rest.writeUInt32LE(offset, 10);
    // Made by Unix, whose modes say what is a link.
    directory.push(
      Buffer.from("PK\u0001\u0002"),
      Buffer.from([20, 3]),
      facts,
      Buffer.alloc(2),
      rest,
      name,
    );
    contents.push(local);
    offset += local.length;
  }
  const listing = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(parts.length, 4);
  end.writeUInt16LE(parts.length, 6);
  end.writeUInt32LE(listing.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...contents, listing, Buffer.from("PK\u0005\u0006"), end]);
}

/** @param {Uint8Array} bytes */
function crc32(bytes) {
  let crc = -1;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}
