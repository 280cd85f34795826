// The frame's entry: hands the browser's own things to `frame.js`. Knows nothing of the protocol.

import { tryFrameExits } from "./exits.js";
import { openFrame } from "./frame.js";

openFrame({
  listen: (handler) => self.addEventListener("message", handler),
  unlisten: (handler) => self.removeEventListener("message", handler),
  parent: self.parent,
  isolated: self.crossOriginIsolated === true && typeof SharedArrayBuffer === "function",
  tryExits: (target) => tryFrameExits(window, target),
  startWorker: (source) => {
    const url = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
    // A module worker from a blob does not start in an opaque origin; a classic one does.
    return new Worker(url, { name: "insitu-kernel" });
  },
});
