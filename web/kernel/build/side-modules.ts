// The side modules of a snapshot, packages' compiled code: what was loaded where, and which of
// their functions are in the table.

import { joined } from "../worker/bytes.ts";
import type { Module } from "pyodide/pyodide.asm.mjs";
import type { Facts } from "../worker/snapshot.ts";

type Library = Omit<import("../worker/snapshot.ts").Library, "at" | "size">;

/** A side module that was instantiated, with its addresses. */
type Load = { path: string; memoryBase: number; tableBase: number; exports: WebAssembly.Exports };

/** Records every side module that is instantiated from now on, in order, with its addresses. */
export function watchInstances() {
  const watch: { module: Module | null; loads: Load[] } = { module: null, loads: [] };
  WebAssembly.Instance = new Proxy(WebAssembly.Instance, {
    construct(target, values) {
      const instance = Reflect.construct(target, values);
      const [, imports] = values;
      if (watch.module && imports && "GOT.mem" in imports) {
        const loading = Object.entries(watch.module.LDSO.loadedLibsByName).filter(
          ([, { exports }]) => (exports as unknown) === "loading",
        );
        const { __memory_base: memoryBase, __table_base: tableBase } = imports.env;
        watch.loads.push({
          path: (loading.at(-1) as [string, unknown])[0],
          memoryBase,
          tableBase,
          exports: instance.exports,
        });
      }
      return instance;
    },
  });
  return watch;
}

/** Returns what the snapshot records of a side module. */
export function describeLibrary(module: Module, { path, memoryBase, tableBase }: Load): Library {
  const { neededDynlibs, tableSize } = module.getDylinkMetadata(
    new Uint8Array(module.FS.readFile(path)),
  );
  if (neededDynlibs.length > 0)
    throw new Error(`${path} needs other libraries, which a snapshot cannot restore.`);
  const { global, refcount } = module.LDSO.loadedLibsByName[path];
  const handles = Object.entries(module.LDSO.loadedLibsByHandle)
    .filter(([handle, { name }]) => handle !== "0" && name === path)
    .map(([handle]) => Number(handle));
  return {
    path,
    memoryBase,
    tableBase,
    tableSize,
    handles,
    global,
    refcount: refcount === Infinity ? null : refcount,
  };
}

/**
 * Returns the table entries outside the range of any side module, each with the library and the
 * export that it holds.
 */
export function singleSlots(
  table: WebAssembly.Table,
  tableBase: number,
  libraries: Library[],
  loads: Load[],
) {
  const owned = new Uint8Array(table.length).fill(1, 0, tableBase);
  for (const { tableBase: from, tableSize } of libraries) owned.fill(1, from, from + tableSize);
  const exporters = new Map<unknown, [library: number, name: string]>();
  for (const [library, { exports }] of loads.entries()) {
    for (const [name, value] of Object.entries(exports)) {
      if (typeof value === "function" && !exporters.has(value))
        exporters.set(value, [library, name]);
    }
  }
  const slots: Facts["slots"] = [];
  for (let slot = tableBase; slot < table.length; slot += 1) {
    if (owned[slot]) continue;
    const exporter = exporters.get(table.get(slot));
    if (!exporter) throw new Error(`Nothing is known of the table's entry ${slot}.`);
    slots.push([slot, ...exporter]);
  }
  return slots;
}

/**
 * Returns a side module without its data section (11), which is in the memory, and without the
 * count of its segments (12).
 */
export function withoutData(bytes: Uint8Array<ArrayBuffer>) {
  const kept = [bytes.subarray(0, 8)];
  for (let at = 8; at < bytes.length; ) {
    let size = 0;
    let next = at + 1;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[next++];
      size += (byte & 127) * 2 ** shift;
      if (byte < 128) break;
    }
    if (bytes[at] !== 11 && bytes[at] !== 12) kept.push(bytes.subarray(at, next + size));
    at = next + size;
  }
  return joined(kept);
}
