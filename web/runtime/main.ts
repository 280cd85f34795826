// The entry, in the document's head: applies the chosen colour scheme, begins Python's start while
// everything else is still loading, and stores the runtime where the page's program finds it.
// Collects the handles of files, and reports failures of that program, from then on.

import { relative } from "./address.ts";
import { LITTLE, hasLittleMemory, isTouch } from "./device.ts";
import { reportFailures } from "./failure.ts";
import { openFrame } from "./frame.ts";
import { collectHandles } from "./handles.ts";
import { programArrived } from "./program.ts";
import { makeRuntime } from "./runtime.ts";
import { openStore } from "./store.ts";
import { applyTheme } from "./theme.ts";
import type { CoreFile } from "../generated/kernel.ts";

// Before anything else, since the document may be drawn meanwhile.
applyTheme(document.documentElement, () => localStorage);

// How long the browser may delay work in the background, in milliseconds.
const PATIENCE = 2_000;

const metaContent = (name: string) =>
  (document.querySelector(`meta[name="insitu:${name}"]`) as HTMLMetaElement).content;

// In an exported page alone.
const gzipped =
  document.querySelector('meta[name="insitu:gzipped"]')?.getAttribute("content") || undefined;

/**
 * The size from which a file waits for the program, in bytes. Smaller ones open the connections
 * meanwhile.
 */
const LARGE = 1 << 20;

const core: CoreFile[] = JSON.parse(metaContent("core"));
const large = new Set(
  core.filter(({ asset }) => asset.bytes >= LARGE).map(({ asset }) => asset.url),
);
// The document has it before this script.
const program = document.querySelector('link[rel="preload"][as="fetch"]') as HTMLLinkElement;
const arrived = programArrived(program.href, globalThis);

const fetchInTurn: typeof fetch = async (address, options) => {
  if (typeof address !== "string") return fetch(address, options);
  if (large.has(address)) await arrived;
  return fetch(relative(address), options);
};

const runtime = makeRuntime({
  core,
  manifest: metaContent("manifest"),
  store: openStore(navigator.storage),
  openFrame: () => openFrame(document),
  browser: {
    fetch: fetchInTurn,
    subtle: crypto.subtle,
    sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
    gzipped: new Set(gzipped?.split(" ").map((name) => `/runtime/${name}`)),
  },
  mark: (name) => performance.mark(`insitu:${name}`),
  idle: () =>
    new Promise((resolve) =>
      (globalThis as { requestIdleCallback?: unknown }).requestIdleCallback
        ? requestIdleCallback(resolve, { timeout: PATIENCE })
        : setTimeout(resolve, PATIENCE / 10),
    ),
  thrifty: () => navigator.connection?.saveData === true,
});
collectHandles(window);
reportFailures(window);
const limits = JSON.parse(metaContent("limits"));
const little = hasLittleMemory(globalThis);
if (little) limits.memoryBytes = LITTLE;
// The page's program must begin with the same limit to take the start over.
globalThis.insituPage.runtime = Object.assign(runtime, {
  little: little ? LITTLE : 0,
  touch: isTouch(globalThis),
});
performance.mark("insitu:script");
runtime.anticipate({ id: 1, from: "snapshot", limits });
