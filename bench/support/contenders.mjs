// Serves the pages that are compared, each behind a relay: Insitu, Open WebUI's Python and stock
// Pyodide. Knows where their files come from.

import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, readdirSync } from "node:fs";
import path from "node:path";

import { root, startServer } from "../../end2end/support/server.mjs";
import { atEnd } from "./cleanup.mjs";
import { startRelay } from "./relay.mjs";
import { startStaticServer } from "./static-server.mjs";
import { openWheel } from "./wheel.mjs";

const OPEN_WEBUI = "open-webui==0.12.4";
const FRONTEND = "open_webui/frontend/";

/**
 * The packages whose wheels are served, with their dependencies; Open WebUI installs them with
 * micropip.
 */
const WANTED = ["numpy", "pandas", "matplotlib", "micropip"];

/**
 * A server that runs; Open WebUI's has the paths of two of its files.
 *
 * @typedef {{ url: string, stop: () => Promise<void>, worker?: string, chunk?: string }} Served
 */

/**
 * What is compared: its name, its label in the tables, whether it starts without the snapshot, the
 * relay before its server, and the address of its page.
 *
 * @typedef {{ name: string, label: string, ordinary: boolean, relay: import("./relay.mjs").Relay,
 *   url: string }} Contender
 */

/**
 * By name: the label in the tables, the server, and the address of the page.
 *
 * @type {Record<string, { label: string, server: "insitu" | "openWebui" | "stock", page: (server:
 *   Served) => string, ordinary?: boolean }>}
 */
const CONTENDERS = {
  insitu: { label: "Insitu", server: "insitu", page: () => "/" },
  ordinary: { label: "Insitu, ordinary start", server: "insitu", page: () => "/", ordinary: true },
  "open-webui": {
    label: "Open WebUI, worker",
    server: "openWebui",
    page: ({ worker }) => `/bench/open-webui.html?worker=${worker}`,
  },
  "open-webui-frame": {
    label: "Open WebUI, frame (its default)",
    server: "openWebui",
    page: ({ chunk }) => `/bench/open-webui.html?chunk=${chunk}`,
  },
  pyodide: { label: "Pyodide", server: "stock", page: () => "/bench/pyodide.html" },
};

/**
 * Starts the servers of the named contenders, or of all; `network` has the options of the relay.
 *
 * @param {string[]} [names]
 * @param {{ megabits?: number, latency?: number }} [network]
 */
export async function startContenders(names = Object.keys(CONTENDERS), network = {}) {
  const unknown = names.filter((name) => !(name in CONTENDERS));
  if (unknown.length > 0)
    throw new Error(
      `no contender ${unknown.join(", ")}; there are ${Object.keys(CONTENDERS).join(", ")}`,
    );
  const starts = { insitu: startServer, openWebui: startOpenWebui, stock: startStock };
  /** @type {Record<string, Served>} */
  const servers = {};
  /** @type {Contender[]} */
  const contenders = [];
  for (const name of names) {
    const { label, server, page, ordinary = false } = CONTENDERS[name];
    if (!servers[server]) {
      /** @type {Promise<Served>} */
      const starting = starts[server]();
      // Registered before it has started, since a signal may come in between.
      atEnd(() =>
        starting.then(
          ({ stop }) => stop(),
          () => {},
        ),
      );
      servers[server] = await starting;
    }
    const relay = await startRelay(servers[server].url, network);
    atEnd(relay.stop);
    contenders.push({ name, label, ordinary, relay, url: relay.url + page(servers[server]) });
  }
  return contenders;
}

/**
 * Serves Open WebUI's built frontend, of which the worker, the chunk that creates it and `/pyodide`
 * are requested.
 */
async function startOpenWebui() {
  const wheel = openWheel(openWebuiWheel());
  /** @type {(folder: string, end: string) => string[]} */
  const inside = (folder, end) =>
    wheel.names.filter((name) => name.startsWith(FRONTEND + folder) && name.endsWith(end));
  const address = (/** @type {string} */ name) => name.slice(FRONTEND.length - 1);
  const [worker] = inside("_app/immutable/workers/pyodide.worker-", ".js");
  const chunks = new Map(
    inside("_app/immutable/chunks/", ".js").map((name) => [address(name), wheel.read(name)]),
  );
  const [chunk] =
    [...chunks].find(
      ([, content]) =>
        content.includes("workers/pyodide.worker-") && content.includes("pyodide-sandbox"),
    ) ?? [];
  if (!worker || !chunk) throw new Error(`${OPEN_WEBUI} is not built as expected`);
  /** @type {Map<string, Buffer>} */
  const files = new Map([
    ...pages(),
    [address(worker), wheel.read(worker)],
    ...withImports(chunk, chunks),
  ]);
  for (const name of inside("pyodide/", ""))
    if (served(path.basename(name))) files.set(address(name), wheel.read(name));
  wheel.close();
  return { ...(await startStaticServer(files)), worker: address(worker), chunk };
}

/** Serves the npm package and the distribution's wheels that its lock file names. */
async function startStock() {
  const folder = path.join(root, "node_modules/pyodide");
  /** @type {Map<string, Buffer>} */
  const files = new Map(pages());
  for (const name of readdirSync(folder))
    if (served(name)) files.set(`/pyodide/${name}`, readFileSync(path.join(folder, name)));
  /** @type {{ packages: LockedPackages }} */
  const { packages } = JSON.parse(String(files.get("/pyodide/pyodide-lock.json")));
  const wheel = openWheel(openWebuiWheel());
  for (const name of withDependencies(WANTED, packages)) {
    const file = packages[name].file_name;
    files.set(`/pyodide/${file}`, wheel.read(`${FRONTEND}pyodide/${file}`));
  }
  wheel.close();
  return startStaticServer(files);
}

/**
 * Returns the benchmarks' own pages.
 *
 * @returns {[address: string, content: Buffer][]}
 */
function pages() {
  const folder = path.join(root, "bench/pages");
  return readdirSync(folder).map((name) => [
    `/bench/${name}`,
    readFileSync(path.join(folder, name)),
  ]);
}

/** @param {string} name */
function served(name) {
  return (
    /^pyodide(-lock\.json|\.asm\.(mjs|wasm)|\.m?js)$|^python_stdlib\.zip$/.test(name) ||
    name.endsWith(".whl")
  );
}

/**
 * The packages of Pyodide's lock file, by name.
 *
 * @typedef {Record<string, { file_name: string, depends: string[] }>} LockedPackages
 */

/**
 * @param {string[]} names
 * @param {LockedPackages} packages
 * @param {Set<string>} [found]
 */
function withDependencies(names, packages, found = new Set()) {
  for (const name of names) {
    if (found.has(name)) continue;
    found.add(name);
    withDependencies(packages[name].depends, packages, found);
  }
  return found;
}

/**
 * @param {string} name
 * @param {Map<string, Buffer>} chunks
 * @param {Map<string, Buffer>} [found]
 */
function withImports(name, chunks, found = new Map()) {
  const content = chunks.get(name);
  if (found.has(name) || !content) return found;
  found.set(name, content);
  for (const [, other] of content.toString().matchAll(/(?:from|import)\s*\(?"(\.[^"]+\.js)"/g)) {
    withImports(path.posix.join(path.posix.dirname(name), other), chunks, found);
  }
  return found;
}

/**
 * Returns the path of `OPEN_WEBUI_WHEEL`, of the wheel that `cargo xtask runtime` downloaded, or of
 * one that pip downloads now.
 */
function openWebuiWheel() {
  if (process.env.OPEN_WEBUI_WHEEL) return process.env.OPEN_WEBUI_WHEEL;
  const own = path.join(root, "target/bench");
  const found = () => {
    for (const folder of [path.join(root, "target/downloads/carrier"), own]) {
      const name =
        existsSync(folder) && readdirSync(folder).find((name) => /^open_webui-.*\.whl$/.test(name));
      if (name) return path.join(folder, name);
    }
    return null;
  };
  if (!found()) {
    mkdirSync(own, { recursive: true });
    console.error(`downloading ${OPEN_WEBUI} (106 MB, once)`);
    execFileSync(
      "python3",
      [
        "-m",
        "pip",
        "download",
        "--no-deps",
        "--only-binary=:all:",
        "--python-version",
        "3.12",
        "--no-input",
        "--quiet",
        "--dest",
        own,
        OPEN_WEBUI,
      ],
      { stdio: "inherit" },
    );
  }
  return /** @type {string} */ (found());
}
