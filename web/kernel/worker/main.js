// The worker's entry: receives the ports and the shared memory from the frame, and connects the
// kernel to them.

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

/** How long a start waits for the heartbeat, in milliseconds; it normally starts much sooner. */
const FIRST_BEAT = 3_000;
/**
 * The delay between the last reply of an unusable interpreter and the error that ends its worker,
 * in milliseconds.
 */
const LAST_WORDS = 500;

const { Blob, URL, Worker } = self;
const postMessage = self.postMessage.bind(self);
const address = (/** @type {string} */ source) =>
  addressOf(self.location.protocol === "data:" ? "data" : "blob", source, { Blob, URL });

self.onmessage = ({ data, ports: [port, heartbeat, files] }) => {
  if (data?.insitu !== "start" || !port) return;
  self.onmessage = null;
  const scope = sealScope(self);
  beating.beat(heartbeat);
  /** @type {Parameters<typeof createKernel>[0]["post"]} */
  const post = (message, attachments) => {
    const { packet, transfer } = encode(message, attachments);
    port.postMessage(packet, transfer);
  };
  let tickets = 0;
  const more = () => files.postMessage({ more: true });
  /**
   * @type {(ask: (ticket: number) => void, interrupted: () => boolean) => ReturnType<typeof
   *   receive>}
   */
  const wait = (ask, interrupted) => {
    const ticket = (tickets += 1);
    return receive(data.pipe, { ticket, ask: () => ask(ticket), more, interrupted });
  };
  const fetchArchive = (/** @type {string} */ name) =>
    wait(
      (ticket) => post({ type: "wanted", ticket, package: name }),
      () => isInterrupted(data.interrupt),
    );
  // Not interruptible, since an interrupted read would look like a file that has changed.
  const reader = openFiles({
    port: files,
    sample: data.sample,
    wait: data.pipe && ((/** @type {(ticket: number) => void} */ ask) => wait(ask, () => false)),
  });
  const kernel = createKernel({
    boot: async (order) => {
      const interpreter = await startInterpreter({
        ...order,
        scope: { ...scope, scripts },
        interrupt: data.interrupt,
        fetchArchive: data.pipe && fetchArchive,
        slice: reader.slice,
        read: reader.read,
      });
      harden(self);
      // From here on, the heartbeat reveals any end of this worker.
      await Promise.race([
        beating.ready,
        new Promise((resolve) => scope.setTimeout(resolve, FIRST_BEAT)),
      ]);
      return interpreter;
    },
    files: reader,
    post,
    clock: () => performance.now(),
    runEgressProbes: (inside, target) => runEgressProbes(scope, inside, target),
    // An uncaught error reaches the frame, which reports to the page that the worker is lost. That
    // takes another path than the last reply, which it must not overtake.
    die: (error) =>
      scope.setTimeout(() => {
        throw error;
      }, LAST_WORDS),
  });
  port.onmessage = (event) => kernel.receive(event.data);
};
// Before the message below, after which the frame may start other workers for the self-test.
const beating = startHeartbeat({ Worker, address });
postMessage({ insitu: "here" });

// Bundled into this file, but evaluated only when the scope is sealed, since Pyodide then inspects
// its environment.
function scripts() {
  return Promise.all([import("pyodide/pyodide.mjs"), import("pyodide/pyodide.asm.mjs")]);
}
