// The frame's entry: hands the browser's own things to `frame.js`. Knows nothing of the protocol.

import { tryFrameExits } from "./exits.js";
import { openFrame } from "./frame.js";
import { listenFor } from "../worker/life.js";

// A module worker from a blob does not start in an opaque origin; a classic one does.
const blobAddress = (source) => URL.createObjectURL(new Blob([source], { type: "text/javascript" }));

openFrame({
  listen: (handler) => self.addEventListener("message", handler),
  unlisten: (handler) => self.removeEventListener("message", handler),
  parent: self.parent,
  isolated: self.crossOriginIsolated === true && typeof SharedArrayBuffer === "function",
  tryExits: (target) => tryFrameExits(window, target),
  startWorker: (source) => new Worker(blobAddress(source), { name: "insitu-kernel" }),
  listenForLife: (lost) => {
    const { port1, port2 } = new MessageChannel();
    listenFor({ Worker, blobAddress }, port1, lost);
    return port2;
  },
});
