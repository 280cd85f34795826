// The egress probes of the frame: every interface of a document that could allow egress. Probes
// that would navigate the frame away, and the kernel with it, run in a nested frame, which has the
// same policy.

import { addressOf } from "../worker/forms.ts";
import {
  DATA,
  Failed,
  Refusal,
  Unproven,
  channel,
  fetchFrom,
  inSeparateWorker,
  settled,
  there,
  tryAll,
} from "../worker/attempts.ts";
import type { Probe } from "../worker/attempts.ts";

/**
 * How long a peer connection may take to fail, in milliseconds: at once if the machine is idle,
 * see `LIMIT` in `attempts.ts`.
 */
const ALLOWLIST_LIMIT = 4_000;

/**
 * Runs all probes.
 *
 * @param window the frame's own
 * @param target a URL that answers every request with no content, so that navigating there changes
 *   nothing
 * @param start starts a worker like the kernel's
 * @param PeerConnection the browser's `RTCPeerConnection`, which is removed from the frame's scope
 */
export async function runFrameEgressProbes(
  window: Window & typeof globalThis,
  target: string,
  start: (source: string) => Worker,
  PeerConnection?: typeof RTCPeerConnection,
): ReturnType<typeof tryAll> {
  const { document } = window;
  const where: Parameters<typeof tryAll>[0] = {
    place: "frame",
    events: document,
    wait: (act, milliseconds) => window.setTimeout(act, milliseconds),
    target,
  };
  const container = document.body.appendChild(document.createElement("div"));
  const allowed = allowlist(window, target, PeerConnection).catch((error) => {
    // Another error says nothing about the list.
    if (error instanceof Refusal) throw error;
  });
  allowed.catch(() => {});
  try {
    return await tryAll(where, probes(window, container, allowed, start));
  } finally {
    container.remove();
  }
}

/**
 * Returns the probes.
 *
 * @param container of the elements that they make
 * @param allowed see `allowlist`
 */
function probes(
  window: Window & typeof globalThis,
  container: HTMLElement,
  allowed: Promise<void>,
  start: (source: string) => Worker,
): Probe[] {
  const { document, navigator } = window;
  const blob = (source: string) =>
    window.URL.createObjectURL(new window.Blob([source], { type: "text/javascript" }));
  const element = (name: string, properties: object): Promise<string> => {
    const made = Object.assign(document.createElement(name), properties);
    const over = settled(made, "load", "error");
    container.append(made);
    return over;
  };
  const link = (rel: string, more: object = {}): Probe => ({
    name: `link: ${rel}`,
    silent: true,
    try: (address) => element("link", { rel, href: address, ...more }),
  });
  // Navigates a nested frame, so that the kernel's frame is not lost.
  const inside =
    (act: (frame: HTMLIFrameElement, address: string) => void): ((address: string) => void) =>
    (address) => {
      const frame = container.appendChild(
        Object.assign(document.createElement("iframe"), { name: `exit-${(frames += 1)}` }),
      );
      act(frame, address);
    };
  let frames = 0;
  return [
    {
      name: "fetch",
      silent: true,
      try: (address) => window.fetch(address).then(() => "it was answered"),
    },
    {
      name: "fetch without CORS",
      silent: true,
      try: (address) =>
        window
          .fetch(address, { mode: "no-cors", method: "POST", body: "x" })
          .then(() => "it was sent"),
    },
    {
      name: "synchronous XMLHttpRequest",
      silent: true,
      try: synchronousRequest,
    },
    {
      name: "WebSocket",
      silent: true,
      try: (address) =>
        settled(new window.WebSocket(address.replace("http", "ws")), "open", "error"),
    },
    {
      name: "EventSource",
      silent: true,
      try: (address) => settled(new window.EventSource(address), "open", "error"),
    },
    {
      name: "WebTransport",
      unseen: true,
      silent: true,
      try: (address) =>
        new (there(window.WebTransport, "WebTransport"))(address.replace("http:", "https:")).ready,
    },
    { name: "sendBeacon", silent: true, try: (address) => navigator.sendBeacon(address, "x") },
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
    { name: "import() of a blob", try: moduleThat(blob) },
    { name: "eval", try: () => window.eval("'it was run'") },
    {
      name: "worker from an address",
      try: (address) => settled(new window.Worker(address), "message", "error"),
    },
    { name: "another worker", try: workerThat((source) => new window.Worker(blob(source))) },
    {
      name: "another worker from a data address",
      try: workerThat((source) => new window.Worker(addressOf("data", source, window))),
    },
    {
      name: "synchronous XMLHttpRequest of another worker",
      try: inSeparateWorker(start, synchronousRequest),
    },
    {
      name: "importScripts of another worker",
      try: inSeparateWorker(start, (address) => importScripts(address) ?? "it was imported"),
    },
    {
      name: "shared worker",
      try: (address) =>
        settled(new (there(window.SharedWorker, "SharedWorker"))(address), "connect", "error"),
    },
    {
      name: "service worker",
      try: (address) => there(navigator.serviceWorker, "service worker").register(address),
    },
    { name: "image", silent: true, try: (address) => element("img", { src: address }) },
    {
      name: "font",
      silent: true,
      try: (address) => new window.FontFace("exit", `url(${address})`).load(),
    },
    {
      name: "sound",
      silent: true,
      try: (address) => element("audio", { src: address, preload: "auto" }),
    },
    { name: "script", silent: true, try: (address) => element("script", { src: address }) },
    { name: "frame", navigates: true, try: (address) => void element("iframe", { src: address }) },
    link("stylesheet"),
    link("preload", { as: "image" }),
    link("modulepreload"),
    link("prefetch"),
    {
      name: "link: dns-prefetch",
      unseen: true,
      try: () => allowed.then(() => unproven("of a name that was looked up")),
    },
    {
      name: "link: preconnect",
      unseen: true,
      try: () => allowed.then(() => unproven("of a connection that was opened and not used")),
    },
    {
      name: "RTCPeerConnection",
      try: () => new (there(window.RTCPeerConnection, "RTCPeerConnection"))() && "it was made",
    },
    { name: "form", try: (address) => submit(container, address) },
    {
      name: "window.open",
      try(address) {
        const opened = window.open(address);
        if (opened === null) throw new Refusal("the sandbox opens no window");
        opened.close();
        return "it was opened";
      },
    },
    {
      name: "the page's address",
      try(address) {
        (window.top as Window).location.href = address;
        return "it was changed";
      },
    },
    {
      name: "a frame's address",
      navigates: true,
      try: inside((frame, address) =>
        Object.assign((frame.contentWindow as Window).location, { href: address }),
      ),
    },
    {
      name: "a refresh",
      navigates: true,
      try: inside(
        (frame, address) =>
          (frame.srcdoc = `<meta http-equiv="refresh" content="0;url=${address}">`),
      ),
    },
    {
      name: "a link that is clicked",
      navigates: true,
      try: inside((frame, address) =>
        container
          .appendChild(
            Object.assign(document.createElement("a"), { href: address, target: frame.name }),
          )
          .click(),
      ),
    },
    { name: "BroadcastChannel", try: () => channel(window.BroadcastChannel, window.origin) },
    {
      name: "IndexedDB",
      unseen: true,
      try: () => settled(window.indexedDB.open("exit"), "success", "error"),
    },
    {
      name: "Cache storage",
      unseen: true,
      try: () => window.caches.open("exit").then(() => "it was opened"),
    },
    {
      name: "localStorage",
      try: () => there(window.localStorage, "localStorage") && "it is there",
    },
    {
      name: "sessionStorage",
      try: () => there(window.sessionStorage, "sessionStorage") && "it is there",
    },
    {
      name: "the origin's private files",
      unseen: true,
      try: () =>
        there(navigator.storage, "storage manager")
          .getDirectory()
          .then(() => "they were opened"),
    },
    {
      name: "cookies",
      try() {
        document.cookie = "exit=1; max-age=1";
        // In WebKit, a document without an address of its own reads and keeps none, without an
        // error.
        if (document.cookie === "") throw new Refusal("this document keeps none");
        return `they are "${document.cookie}"`;
      },
    },
    { name: "the page through parent", try: () => window.parent.document.title },
    { name: "the page through top", try: () => (window.top as Window).document.title },
  ];
}

/**
 * Submits a form. The sandbox drops it without an error, in most browsers before the `submit`
 * event.
 */
function submit(container: HTMLElement, address: string) {
  const { ownerDocument: document } = container;
  container.append(Object.assign(document.createElement("iframe"), { name: "exit-form" }));
  const form = container.appendChild(
    Object.assign(document.createElement("form"), {
      action: address,
      method: "post",
      target: "exit-form",
    }),
  );
  let sent = false;
  form.addEventListener("submit", () => (sent = true));
  form.requestSubmit();
  if (!sent) throw new Refusal("the sandbox sends no form");
  throw new Failed("the browser began to send it");
}

/**
 * Throws that a result cannot be observed. Only the frame's own script could do it, which is fixed
 * text; the worker has no document.
 */
function unproven(what: string): never {
  throw new Unproven(
    `this browser does not show ${what}, and has no list of allowed connections; no code of yours could do it, only this frame's own script`,
  );
}

/**
 * Checks whether the browser's list of allowed connections is in force. Throws a `Refusal` if it
 * is.
 *
 * No event reports a DNS lookup or a connection that was opened ahead of time. What rules them out
 * is this list, which is empty. A peer connection shows whether it is in force: without it the
 * connection would be gathering candidates, with it the connection fails before that.
 */
async function allowlist(
  window: Window,
  target: string,
  PeerConnection?: typeof RTCPeerConnection,
) {
  if (!PeerConnection) return;
  const { hostname, port } = new URL(target);
  const peer = new PeerConnection({
    iceServers: [
      { urls: `turn:${hostname}:${port || 80}?transport=tcp`, username: "a", credential: "b" },
    ],
  });
  try {
    const failed = new Promise((resolve) =>
      peer.addEventListener(
        "iceconnectionstatechange",
        () => peer.iceConnectionState === "failed" && resolve(true),
      ),
    );
    peer.createDataChannel("exit");
    await peer.setLocalDescription(await peer.createOffer());
    const late = new Promise((resolve) => window.setTimeout(() => resolve(false), ALLOWLIST_LIMIT));
    if (await Promise.race([failed, late]))
      throw new Refusal("the list of allowed connections, which is empty");
  } finally {
    peer.close();
  }
}

/** Sends a request that blocks the thread. Also sent to another worker as text. */
function synchronousRequest(address: string) {
  const request = new XMLHttpRequest();
  request.open("GET", address, false);
  request.send();
  return `it was answered with ${request.status}`;
}

/** Returns a probe that starts a worker, which tries to fetch. */
function workerThat(start: (source: string) => Worker): Probe["try"] {
  return (address) =>
    fetchFrom((source) => {
      const worker = start(`const report = (text) => postMessage(text); ${source}`);
      return new Promise((resolve, reject) => {
        worker.onmessage = ({ data }) => {
          worker.terminate();
          resolve(data);
        };
        worker.onerror = (event) => reject(new Error(event.message || "it did not start"));
      });
    }, address);
}

/** Returns a probe that imports a module, which tries to fetch. */
function moduleThat(addressOf: (source: string) => string): Probe["try"] {
  const module = (source: string) => `export default await new Promise((report) => { ${source} });`;
  return (address) =>
    fetchFrom(
      async (source) => (await import(/* @vite-ignore */ addressOf(module(source)))).default,
      address,
    );
}
