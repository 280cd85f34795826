// A substitute for the worker's sealed scope under Node, with the real Pyodide: the same bytes,
// served from a temporary folder because Pyodide under Node reads files instead of calling `fetch`.

import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

import { indexPackages } from "./packages-index.ts";
import type { Archive } from "./packages-index.ts";

const here = dirname(fileURLToPath(import.meta.url));

/**
 * Returns the folder of the npm package `pyodide`: `INSITU_PYODIDE`, or in the nearest
 * `node_modules` above; null if there is none.
 */
export function pyodideFolder() {
  if (process.env.INSITU_PYODIDE) return resolve(process.env.INSITU_PYODIDE);
  for (let folder = here; ; folder = dirname(folder)) {
    const candidate = join(folder, "node_modules", "pyodide");
    if (existsSync(join(candidate, "pyodide.mjs"))) return candidate;
    if (folder === dirname(folder)) return null;
  }
}

const bytes = (path: string) => {
  const content = readFileSync(path);
  return content.buffer.slice(content.byteOffset, content.byteOffset + content.byteLength);
};

/**
 * Returns the runtime's core files by role, as the page would hand them over for an ordinary start.
 * `packages` are the archives that exist: `{ name, bytes }`.
 *
 * @param folder Pyodide's
 */
export function coreFiles(folder: string, packages: Archive[] = []): Record<string, ArrayBuffer> {
  const stdlib = bytes(join(folder, "python_stdlib.zip"));
  const index = indexPackages(packages, stdlib.byteLength, { torch: "Use sklearn." });
  return {
    wasm: bytes(join(folder, "pyodide.asm.wasm")),
    stdlib,
    index: new TextEncoder().encode(JSON.stringify(index)) as BufferSource as ArrayBuffer,
    lock: bytes(join(folder, "pyodide-lock.json")),
    harness: harnessZip(join(here, "../harness/insitu")),
  };
}

/**
 * Imports fresh copies of Pyodide's two scripts, since each keeps state of the interpreter that it
 * started.
 */
function pyodideScripts(): Promise<
  [typeof import("pyodide/pyodide.mjs"), typeof import("pyodide/pyodide.asm.mjs")]
> {
  const folder = mkdtempSync(join(tmpdir(), "insitu-pyodide-"));
  return Promise.all(
    ["pyodide.mjs", "pyodide.asm.mjs"].map((name) => {
      copyFileSync(join(pyodideFolder() as string, name), join(folder, name));
      return import(pathToFileURL(join(folder, name)).href);
    }),
  ) as ReturnType<typeof pyodideScripts>;
}

/** Makes a scope like the one that `sealScope` returns. */
export function nodeScope() {
  const folder = mkdtempSync(join(tmpdir(), "insitu-kernel-"));
  return {
    BASE: `${folder}/`,
    setTimeout,
    setInterval,
    clearTimeout,
    clearInterval,
    serve: (name: string, content: ArrayBuffer) =>
      writeFileSync(join(folder, name), new Uint8Array(content)),
    unserve: () => {},
    scripts: pyodideScripts,
  };
}

/** Returns the archive of the harness, as the build makes it. */
function harnessZip(folder: string) {
  const names = (readdirSync(folder, { recursive: true }) as string[]).filter((name) =>
    name.endsWith(".py"),
  );
  return makeZip(
    names.map((name) => ({ path: `insitu/${name}`, content: readFileSync(join(folder, name)) })),
  );
}

/**
 * Makes a zip archive. Checksums are zero, since nothing here reads them.
 *
 * @param files stored unless `method` says otherwise
 */
export function makeZip(
  files: { path: string; content: Uint8Array; method?: number; size?: number }[],
): ArrayBuffer {
  const parts = [];
  const directory = [];
  let offset = 0;
  for (const { path, content, method = 0, size = content.length } of files) {
    const name = Buffer.from(path);
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(method, 8);
    local.writeUInt32LE(content.length, 18);
    local.writeUInt32LE(size, 22);
    local.writeUInt16LE(name.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(method, 10);
    entry.writeUInt32LE(content.length, 20);
    entry.writeUInt32LE(size, 24);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE(offset, 42);
    parts.push(local, name, content);
    directory.push(entry, name);
    offset += 30 + name.length + content.length;
  }
  const listing = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(listing.length, 12);
  end.writeUInt32LE(offset, 16);
  const all = Buffer.concat([...parts, listing, end]);
  return all.buffer.slice(all.byteOffset, all.byteOffset + all.byteLength);
}
