// The frame's entry: passes the browser's functions to `frame.ts`. Does not know the protocol.

import { PeerConnection } from "../../frames/first.ts";

import { sha256 } from "../../runtime/hash.ts";
import { FORMS, addressOf } from "../worker/forms.ts";
import { LISTENER, listenFor } from "../worker/heartbeat.ts";
import { runFrameEgressProbes } from "./egress.ts";
import { openFrame } from "./frame.ts";
import { startWorker } from "./start_worker.ts";

/** The SHA-256 of the SQL engine's script, in hexadecimal; the build puts it here. */
declare const SQL_ENGINE: string;

// Started before the kernel's worker, which starts a nested one.
const listening = startWorker({ forms: FORMS, source: LISTENER, name: "insitu-listen" }, window);
listening.catch(() => {});

openFrame({
  listen: (handler) => self.addEventListener("message", handler),
  unlisten: (handler) => self.removeEventListener("message", handler),
  parent: self.parent,
  isolated: self.crossOriginIsolated === true && typeof SharedArrayBuffer === "function",
  runEgressProbes: (target, form) =>
    runFrameEgressProbes(
      window,
      target,
      (source) => new Worker(addressOf(form, source, window)),
      PeerConnection,
    ),
  startWorker: async (source) =>
    startWorker({ forms: [(await listening).form], source, name: "insitu-kernel" }, window),
  startEngine: async (source) => {
    // It comes from the kernel's worker, where a model's code runs.
    const digest = await sha256(new Blob([source]), crypto.subtle);
    if (digest !== SQL_ENGINE) throw new Error("The script is not the SQL engine's.");
    return startWorker({ forms: [(await listening).form], source, name: "insitu-sql" }, window);
  },
  makeChannel: () => new MessageChannel(),
  listenForHeartbeat: async (lost) => {
    const { port1, port2 } = new MessageChannel();
    listenFor((await listening).worker, port1, lost);
    return port2;
  },
});
