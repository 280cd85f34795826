// The worker's entry: receives the ports and the shared memory from the frame, and connects the
// kernel to them.

import "./first.ts";

import { runEgressProbes } from "./egress.ts";
import { connectEngine } from "./engine.ts";
import { openFiles } from "./files.ts";
import { addressOf } from "./forms.ts";
import { harden } from "./harden.ts";
import { startInterpreter } from "./interpreter.ts";
import { createKernel } from "./kernel.ts";
import { startHeartbeat } from "./heartbeat.ts";
import { encode } from "./message.ts";
import { makePipe, receive } from "./pipe.ts";
import { sealScope } from "./seal.ts";
import { isInterrupted } from "./shared.ts";

/** How long a start waits for the heartbeat, in milliseconds; it normally starts much sooner. */
const FIRST_BEAT = 3_000;
/**
 * The delay between the last reply of an unusable interpreter and the error that ends its worker,
 * in milliseconds.
 */
const LAST_WORDS = 500;

const { Blob, MessageChannel, URL, Worker } = self;
const postMessage = self.postMessage.bind(self);
const address = (source: string) =>
  addressOf(self.location.protocol === "data:" ? "data" : "blob", source, { Blob, URL });

self.onmessage = ({ data, ports: [port, heartbeat, files] }) => {
  if (data?.insitu !== "start" || !port) return;
  self.onmessage = null;
  const scope = sealScope(self);
  beating.beat(heartbeat);
  const post: Parameters<typeof createKernel>[0]["post"] = (message, attachments) => {
    const { packet, transfer } = encode(message, attachments);
    port.postMessage(packet, transfer);
  };
  let tickets = 0;
  const more = () => files.postMessage({ more: true });
  const wait = (
    ask: (ticket: number) => void,
    interrupted: () => boolean,
  ): ReturnType<typeof receive> => {
    const ticket = (tickets += 1);
    return receive(data.pipe, { ticket, ask: () => ask(ticket), more, interrupted });
  };
  const fetchArchive = (name: string) =>
    wait(
      (ticket) => post({ type: "wanted", ticket, package: name }),
      () => isInterrupted(data.interrupt),
    );
  // Not interruptible, since an interrupted read would look like a file that has changed.
  const reader = openFiles({
    port: files,
    sample: data.sample,
    wait: data.pipe && ((ask: (ticket: number) => void) => wait(ask, () => false)),
  });
  const engine =
    data.pipe &&
    connectEngine({
      post: (message, transfer) => files.postMessage(message, transfer),
      interrupt: data.interrupt,
      pipe: makePipe(),
      makeChannel: () => new MessageChannel(),
      clock: () => performance.now(),
    });
  const kernel = createKernel({
    boot: async (order) => {
      const interpreter = await startInterpreter({
        ...order,
        scope: { ...scope, scripts },
        interrupt: data.interrupt,
        fetchArchive: data.pipe && fetchArchive,
        engine,
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
