// The worker's entry: takes the ports and the interrupt buffer from the frame, and wires the kernel to them.

import { tryExits } from "./exits.js";
import { harden } from "./harden.js";
import { startInterpreter } from "./interpreter.js";
import { createKernel } from "./kernel.js";
import { beat } from "./life.js";
import { encode } from "./message.js";
import { receive } from "./pipe.js";
import { startReader } from "./reader.js";
import { sealScope } from "./seal.js";
import { isInterrupted } from "./shared.js";

/** How long an interpreter that is beyond use has for its last answer, in milliseconds. */
const LAST_WORDS = 500;

self.onmessage = ({ data, ports: [port, pulse] }) => {
  if (data?.insitu !== "start" || !port) return;
  self.onmessage = null;
  // To the frame, which listens for nothing else.
  const askForMore = () => scope.outside.postMessage.call(self, { insitu: "more" });
  const scope = sealScope(self);
  const unsealed = { Worker: scope.outside.Worker, blobAddress: scope.blobAddress };
  const reader = startReader(unsealed);
  beat(unsealed, pulse);
  const post = (message, attachments) => {
    const { packet, transfer } = encode(message, attachments);
    port.postMessage(packet, transfer);
  };
  let tickets = 0;
  const fetchArchive = (name) => {
    const ticket = (tickets += 1);
    const ask = () => post({ type: "wanted", ticket, package: name });
    return receive(data.pipe, { ticket, ask, more: askForMore, interrupted: () => isInterrupted(data.interrupt) });
  };
  const kernel = createKernel({
    boot: async (order) => {
      const interpreter = await startInterpreter({ ...order, scope, interrupt: data.interrupt, fetchArchive: data.pipe && fetchArchive });
      reader.close();
      harden(self);
      return interpreter;
    },
    read: reader.read,
    post,
    clock: () => performance.now(),
    tryExits: (inside, target) => tryExits(scope, inside, target),
    // An error that nothing catches reaches the frame, which tells the page that the worker is lost. That goes another way than the last
    // answer, which it must not overtake.
    die: (error) => scope.setTimeout(() => { throw error; }, LAST_WORDS),
  });
  port.onmessage = (event) => kernel.receive(event.data);
};
