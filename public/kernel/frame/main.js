// The frame's entry: hands the browser's own things to `frame.js`. Knows nothing of the protocol.

import { PeerConnection } from "../../frames/first.js";

import { FORMS, addressOf } from "../worker/forms.js";
import { LISTENER, listenFor } from "../worker/heartbeat.js";
import { runFrameEgressProbes } from "./egress.js";
import { openFrame } from "./frame.js";

// In Firefox, a worker and its document that start workers at the same time can wait for each other for ever. So this one is there before the kernel's
// worker, which starts one of its own, begins.
const listening = startIn(FORMS, LISTENER, "insitu-listen");
listening.catch(() => {});

openFrame({
  listen: (handler) => self.addEventListener("message", handler),
  unlisten: (handler) => self.removeEventListener("message", handler),
  parent: self.parent,
  isolated: self.crossOriginIsolated === true && typeof SharedArrayBuffer === "function",
  runEgressProbes: (target, form) => runFrameEgressProbes(window, target, (source) => new Worker(addressOf(form, source, window)), PeerConnection),
  startWorker: async (source) => startIn([(await listening).form], source, "insitu-kernel"),
  makeChannel: () => new MessageChannel(),
  listenForHeartbeat: async (lost) => {
    const { port1, port2 } = new MessageChannel();
    listenFor((await listening).worker, port1, lost);
    return port2;
  },
});

// A module worker does not start in an opaque origin; a classic one does. In which form is tried, never asked by the browser's name.
async function startIn(forms, source, name) {
  let refused = null;
  for (const form of forms) {
    try {
      const worker = new Worker(addressOf(form, source, window), { name });
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
