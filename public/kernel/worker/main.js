// The worker's entry: takes the ports and the interrupt buffer from the frame, and wires the kernel to them.

import "./first.js";

import { runEgressProbes } from "./egress.js";
import { openFiles } from "./files.js";
import { addressOf } from "./forms.js";
import { harden } from "./harden.js";
import { startInterpreter } from "./interpreter.js";
import { createKernel } from "./kernel.js";
import { startHeartbeat } from "./heartbeat.js";
import { encode } from "./message.js";
import { receive } from "./pipe.js";
import { sealScope } from "./seal.js";
import { isInterrupted } from "./shared.js";

/** How long a start waits for the sign of life, in milliseconds; it is there long before. */
const FIRST_BEAT = 3_000;
/** How long an interpreter that is beyond use has for its last answer, in milliseconds. */
const LAST_WORDS = 500;

const { Blob, URL, Worker } = self;
const postMessage = self.postMessage.bind(self);
const address = (source) => addressOf(self.location.protocol === "data:" ? "data" : "blob", source, { Blob, URL });

self.onmessage = ({ data, ports: [port, heartbeat, files] }) => {
  if (data?.insitu !== "start" || !port) return;
  self.onmessage = null;
  const scope = sealScope(self);
  beating.beat(heartbeat);
  const post = (message, attachments) => {
    const { packet, transfer } = encode(message, attachments);
    port.postMessage(packet, transfer);
  };
  let tickets = 0;
  const more = () => files.postMessage({ more: true });
  const wait = (ask, interrupted) => {
    const ticket = (tickets += 1);
    return receive(data.pipe, { ticket, ask: () => ask(ticket), more, interrupted });
  };
  const fetchArchive = (name) => wait((ticket) => post({ type: "wanted", ticket, package: name }), () => isInterrupted(data.interrupt));
  // A read that an interrupt would cut off would look like a file that has changed.
  const reader = openFiles({ port: files, sample: data.sample, wait: data.pipe && ((ask) => wait(ask, () => false)) });
  const kernel = createKernel({
    boot: async (order) => {
      const interpreter = await startInterpreter({
        ...order, scope: { ...scope, scripts }, interrupt: data.interrupt, fetchArchive: data.pipe && fetchArchive, slice: reader.slice, read: reader.read,
      });
      harden(self);
      // Whatever ends this worker from here on is noticed.
      await Promise.race([beating.ready, new Promise((resolve) => scope.setTimeout(resolve, FIRST_BEAT))]);
      return interpreter;
    },
    files: reader,
    post,
    clock: () => performance.now(),
    runEgressProbes: (inside, target) => runEgressProbes(scope, inside, target),
    // An error that nothing catches reaches the frame, which tells the page that the worker is lost. That goes another way than the last
    // answer, which it must not overtake.
    die: (error) => scope.setTimeout(() => { throw error; }, LAST_WORDS),
  });
  port.onmessage = (event) => kernel.receive(event.data);
};
// Before the frame is told that this worker is there, and may start others for the self-test.
const beating = startHeartbeat({ Worker, address });
postMessage({ insitu: "here" });

// Part of this file, and run when the scope is sealed: Pyodide looks at its surroundings then.
function scripts() {
  return Promise.all([import("pyodide/pyodide.mjs"), import("pyodide/pyodide.asm.mjs")]);
}
