// The runtime that `cargo xtask runtime` builds, as the page would hand it over, for tests that
// start from the snapshot.

import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { nodeScope } from "../build/node-scope.ts";
import { startInterpreter } from "../worker/interpreter.ts";
import type { Asset, CoreFile, Manifest } from "../../generated/kernel.ts";
import type { Interpreter, Order } from "../worker/interpreter.ts";

const folder = fileURLToPath(new URL("../../../runtime/", import.meta.url));

export const LIMITS = {
  streamBytes: 20_000,
  results: 20,
  figures: 10,
  tableRows: 20,
  memoryBytes: 1 << 30,
  imageBytes: 1 << 20,
  newFiles: 20,
  outBytes: 50 << 20,
};

export type How = Parameters<Interpreter["execute"]>[1];

/** Before the kernel adds its duration. */
export type Outcome = Awaited<ReturnType<Interpreter["execute"]>>["outcome"];

/** A user's file for a `slice` that reads `content`. */
export type FakeFile = File & { readonly content: ArrayBuffer; gone?: boolean };

const hasRuntime = existsSync(`${folder}manifest.json`) && existsSync(`${folder}snapshot`);

/**
 * The runtime's manifest; if there is no runtime with a snapshot it is null, and the tests that
 * read it are skipped.
 */
export const manifest = (
  hasRuntime ? JSON.parse(readFileSync(`${folder}manifest.json`, "utf8")) : null
) as Manifest;

/** The options of `describe` for tests that need the runtime. */
export const needsRuntime = {
  skip: manifest ? false : "the Python runtime is not there; `cargo xtask runtime` makes it",
};

/** Returns the path of a file of the manifest. */
export function pathOf({ url }: Asset) {
  const name = url.split("/").at(-1);
  return [`${folder}snapshot/${name}`, `${folder}files/${name}`].find(existsSync) as string;
}

/** Reads a file of the manifest, a new copy each time. */
export function read(asset: Asset) {
  const { buffer, byteOffset, byteLength } = readFileSync(pathOf(asset));
  return buffer.slice(byteOffset, byteOffset + byteLength);
}

/** Returns the manifest's file of a role. */
export const coreAsset = (role: string) =>
  (manifest.core.find((file) => file.role === role) as CoreFile).asset;

const core = (roles: string[]) =>
  Object.fromEntries(roles.map((role) => [role, read(coreAsset(role))]));

/** Return the files by role of a start from the snapshot, and of an ordinary start. */
export const snapshotCore = () => core(["wasm", "lock", "index", "facts", "heap", "libraries"]);
export const ordinaryCore = () => core(["wasm", "lock", "index", "stdlib", "harness"]);

/** Returns the archive of a package, or of the standard library. */
export function archive(name: string) {
  const file =
    manifest.packages.find((item) => item.name === name) ??
    (name === "python_stdlib" && manifest.core.find(({ role }) => role === "stdlib"));
  return new Uint8Array(read((file as { asset: Asset }).asset));
}

/**
 * Starts an interpreter from the snapshot.
 *
 * @param changes to what `startInterpreter` takes
 * @returns `fetched` are the archives that Python has waited for; `value` is that of the code's
 *   last expression, as JSON
 */
export async function startFromSnapshot(changes: Partial<Omit<Order, "capture">> = {}): Promise<{
  python: Interpreter;
  fetched: string[];
  execute(code: string, how?: How): Promise<Outcome>;
  value(code: string): Promise<any>;
}> {
  const fetched: string[] = [];
  const python = await startInterpreter({
    core: snapshotCore(),
    packages: [],
    warm: [],
    limits: LIMITS,
    interrupt: null,
    scope: nodeScope(),
    progress() {},
    stream() {},
    ask() {},
    memory() {},
    fetchArchive: (name) => {
      fetched.push(name);
      return { bytes: archive(name) };
    },
    ...changes,
  });
  const execute = async (code: string, how?: How): Promise<Outcome> =>
    (await python.execute(code, how)).outcome;
  const value = async (code: string) => {
    for (const cell of [
      code,
      "import json as _json\nwith open('/tmp/value', 'w') as _file: _json.dump(_, _file)",
    ]) {
      const { status, error } = await execute(cell);
      if (status !== "ok") throw new Error(error?.traceback ?? status);
    }
    const { FS } = python.inside;
    const text = FS.readFile("/tmp/value", { encoding: "utf8" });
    FS.unlink("/tmp/value");
    return JSON.parse(text);
  };
  return { python, fetched, execute, value };
}
