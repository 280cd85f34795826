// The worker's entry: takes the ports and the interrupt buffer from the frame, and wires the kernel to them.

import { tryExits } from "./exits.js";
import { harden } from "./harden.js";
import { startInterpreter } from "./interpreter.js";
import { createKernel } from "./kernel.js";
import { beat } from "./life.js";
import { encode } from "./message.js";
import { sealScope } from "./seal.js";

/** How long an interpreter that is beyond use has for its last answer, in milliseconds. */
const LAST_WORDS = 500;

self.onmessage = ({ data, ports: [port, pulse] }) => {
  if (data?.insitu !== "start" || !port) return;
  self.onmessage = null;
  const scope = sealScope(self);
  beat({ Worker: scope.outside.Worker, blobAddress: scope.blobAddress }, pulse);
  const kernel = createKernel({
    boot: async (order) => {
      const interpreter = await startInterpreter({ ...order, scope, interrupt: data.interrupt });
      harden(self);
      return interpreter;
    },
    post: (message, attachments) => {
      const { packet, transfer } = encode(message, attachments);
      port.postMessage(packet, transfer);
    },
    clock: () => performance.now(),
    tryExits: (inside, target) => tryExits(scope, inside, target),
    // An error that nothing catches reaches the frame, which tells the page that the worker is lost. That goes another way than the last
    // answer, which it must not overtake.
    die: (error) => scope.setTimeout(() => { throw error; }, LAST_WORDS),
  });
  port.onmessage = (event) => kernel.receive(event.data);
};
