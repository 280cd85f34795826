// The egress probes of the worker and of Python. They use the interfaces that the browser offers a
// worker before `seal.ts` hides them, so that the frame's policy itself is tested and not only the
// second lock.

import { DATA, channel, fetchFrom, settled, there, tryAll } from "./attempts.ts";
import type { Pyodide } from "pyodide/pyodide.mjs";
import type { EgressProbe } from "../../generated/kernel.ts";
import type { Probe } from "./attempts.ts";
import type { Outside, SealedScope } from "./seal.ts";

/**
 * Runs all probes.
 *
 * @param scope what `sealScope` returned; `outside` holds what it hid
 * @param pyodide the interpreter, booted
 * @param target a URL that answers every request
 */
export async function runEgressProbes(
  scope: SealedScope,
  pyodide: Pyodide,
  target: string,
): Promise<EgressProbe[]> {
  return [...(await runWorkerEgressProbes(scope, target)), ...(await pythonExits(pyodide, target))];
}

/**
 * Runs the probes of a worker without an interpreter.
 *
 * @param target a URL that answers every request
 */
export function runWorkerEgressProbes(
  scope: Pick<SealedScope, "outside" | "blobAddress" | "setTimeout">,
  target: string,
): Promise<EgressProbe[]> {
  return tryAll(
    { place: "worker", events: self, wait: scope.setTimeout, target },
    workerExits(scope),
  );
}

// Probes that start threads or block this one are run by the frame, in another worker with the same
// policy: in Firefox, a worker that starts several workers does not always continue.
function workerExits({
  outside,
  blobAddress,
}: Pick<SealedScope, "outside" | "blobAddress">): Probe[] {
  return [
    {
      name: "fetch",
      silent: true,
      try: (address) => outside.fetch(address).then(() => "it was answered"),
    },
    {
      name: "fetch without CORS",
      silent: true,
      try: (address) =>
        outside
          .fetch(address, { mode: "no-cors", method: "POST", body: "x" })
          .then(() => "it was sent"),
    },
    {
      name: "WebSocket",
      silent: true,
      try: (address) =>
        settled(
          new (there(outside.WebSocket, "WebSocket"))(address.replace("http", "ws")),
          "open",
          "error",
        ),
    },
    {
      name: "EventSource",
      silent: true,
      try: (address) =>
        settled(new (there(outside.EventSource, "EventSource"))(address), "open", "error"),
    },
    {
      name: "WebTransport",
      unseen: true,
      silent: true,
      try: (address) =>
        new (there(outside.WebTransport, "WebTransport"))(address.replace("http:", "https:")).ready,
    },
    {
      name: "sendBeacon",
      try: (address) =>
        there(outside.navigator.sendBeacon, "sendBeacon").call(outside.navigator, address, "x"),
    },
    {
      name: "import()",
      silent: true,
      try: (address) => import(/* @vite-ignore */ address).then(() => "it was imported"),
    },
    // Needs no network, so any error is a refusal.
    {
      name: "import() of data",
      blocked: "data",
      try: () => import(/* @vite-ignore */ DATA).then(() => "it was imported"),
    },
    { name: "import() of a blob", try: moduleThat(blobAddress, outside.fetch) },
    { name: "eval", try: () => (0, eval)("'it was run'") },
    {
      name: "service worker",
      try: (address) => there(outside.navigator.serviceWorker, "service worker").register(address),
    },
    {
      name: "RTCPeerConnection",
      try: () => new (there(outside.RTCPeerConnection, "RTCPeerConnection"))() && "it was made",
    },
    {
      name: "font",
      silent: true,
      try: (address) => new (there(outside.FontFace, "FontFace"))("exit", `url(${address})`).load(),
    },
    { name: "BroadcastChannel", try: () => channel(outside.BroadcastChannel, self.origin) },
    {
      name: "IndexedDB",
      unseen: true,
      try: () => settled(there(outside.indexedDB, "IndexedDB").open("exit"), "success", "error"),
    },
    {
      name: "Cache storage",
      unseen: true,
      try: () =>
        there(outside.caches, "Cache storage")
          .open("exit")
          .then(() => "it was opened"),
    },
    { name: "localStorage", try: () => there(self.localStorage, "localStorage") && "it is there" },
    {
      name: "the origin's private files",
      unseen: true,
      try: () =>
        there(outside.navigator.storage, "storage manager")
          .getDirectory()
          .then(() => "they were opened"),
    },
    {
      name: "cookies",
      try: () =>
        (there(self.cookieStore ?? self.document, "cookie") as CookieStore)
          .getAll()
          .then(() => "they were read"),
    },
    {
      name: "the page",
      try: () => there(self.parent ?? self.top ?? self.opener, "other window") && "it is there",
    },
  ];
}

// The module's default export reports the result. It receives the browser's own `fetch`, which is
// hidden here.
function moduleThat(addressOf: (source: string) => string, fetch: Outside["fetch"]): Probe["try"] {
  return (address) =>
    fetchFrom(async (source) => {
      const module = `export default (fetch) => new Promise((report) => { ${source} });`;
      return (await import(/* @vite-ignore */ addressOf(module))).default(fetch);
    }, address);
}

// The probes in Python use its modules as earlier code left them: after code that damages modules,
// they test the damaged ones.
async function pythonExits(pyodide: Pyodide, target: string): Promise<EgressProbe[]> {
  const attempts = pyodide.pyimport("insitu.egress");
  try {
    return JSON.parse(await attempts.try_all(target)).map((probe: EgressProbe) => ({
      ...probe,
      place: "python",
    }));
  } finally {
    attempts.destroy();
  }
}
