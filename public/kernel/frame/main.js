// The frame's entry: hands the browser's own things to `frame.js`. Knows nothing of the protocol.

import { PeerConnection } from "../../frames/first.js";

import { FORMS, addressOf } from "../worker/forms.js";
import { listenFor } from "../worker/life.js";
import { tryFrameExits } from "./exits.js";
import { openFrame } from "./frame.js";

openFrame({
  listen: (handler) => self.addEventListener("message", handler),
  unlisten: (handler) => self.removeEventListener("message", handler),
  parent: self.parent,
  isolated: self.crossOriginIsolated === true && typeof SharedArrayBuffer === "function",
  tryExits: (target, form) => tryFrameExits(window, target, (source) => new Worker(addressOf(form, source, window)), PeerConnection),
  startWorker,
  makeChannel: () => new MessageChannel(),
  listenForLife: (form, lost) => {
    const { port1, port2 } = new MessageChannel();
    listenFor({ Worker, address: (source) => addressOf(form, source, window) }, port1, lost);
    return port2;
  },
});

// A module worker does not start in an opaque origin; a classic one does. In which form is tried, never asked by the browser's name.
async function startWorker(source) {
  let refused = null;
  for (const form of FORMS) {
    try {
      const worker = new Worker(addressOf(form, source, window), { name: "insitu-kernel" });
      await new Promise((resolve, reject) => {
        worker.onmessage = resolve;
        worker.onerror = (event) => reject(new Error(event.message || "the browser refused it without a reason"));
      });
      return { worker, form };
    } catch (error) {
      refused ??= error;
    }
  }
  throw refused;
}
