// The frame: receives two ports from the page once, starts the worker, and forwards interrupts, the
// lines that the user types and the archives that an import waits for through shared memory. Code,
// data and results do not pass through it; they go between page and worker directly.

import { decode, encode } from "../worker/message.ts";
import { makePipe, makeSender } from "../worker/pipe.ts";
import { sendLine, interrupt, makeShared } from "../worker/shared.ts";
import { makeEngines } from "./engine.ts";
import { serveFiles } from "./files.ts";
import type { EgressProbe, FrameNotice } from "../../generated/kernel.ts";
import type { Form } from "../worker/forms.ts";

type Ports = { control: MessagePort; workerPort: MessagePort };

/** Receives window messages. */
type Handler = (event: MessageEvent) => void;

/**
 * Waits for the page's ports and serves the control port from then on. Every other window message
 * is ignored, so that no message that Python might manage to send is taken for the page's.
 *
 * @param browser the browser's functions that the frame needs
 * @param browser.listen subscribes to window messages
 * @param browser.unlisten ends the subscription
 * @param browser.parent the window from which the ports may come
 * @param browser.isolated whether memory can be shared with the worker
 * @param browser.startWorker starts a classic worker, in the first form (`forms.ts`) that the
 *   browser accepts, and waits for its first message
 * @param browser.startEngine does the same for the SQL engine
 * @param browser.listenForHeartbeat returns the port for the worker's heartbeat, see
 *   `heartbeat.ts`; `lost` is called when it has stopped
 * @param browser.runEgressProbes the self-test, see `egress.ts`
 */
export function openFrame({
  listen,
  unlisten,
  parent,
  ...browser
}: {
  listen: (handler: Handler) => void;
  unlisten: (handler: Handler) => void;
  parent: unknown;
  isolated: boolean;
  startWorker: (source: string) => Promise<{ worker: Worker; form: Form }>;
  startEngine: (source: string) => Promise<{ worker: Worker }>;
  listenForHeartbeat: (lost: () => void) => Promise<MessagePort>;
  makeChannel: () => MessageChannel;
  runEgressProbes: (target: string, form: Form) => Promise<EgressProbe[]>;
}) {
  const adopt: Handler = (event) => {
    if (event.source !== parent || event.data?.insitu !== "ports" || event.ports.length !== 2)
      return;
    unlisten(adopt);
    const [control, workerPort] = event.ports;
    serve({ control, workerPort, ...browser });
  };
  listen(adopt);
}

/** Serves the control port. */
function serve({
  control,
  workerPort,
  isolated,
  startWorker,
  startEngine,
  listenForHeartbeat,
  makeChannel,
  runEgressProbes,
}: Ports & Omit<Parameters<typeof openFrame>[0], "listen" | "unlisten" | "parent">) {
  const shared = isolated ? makeShared() : null;
  const pipe = isolated ? makePipe() : null;
  const sender = pipe && makeSender(pipe);
  let started = false;
  let form: Form | null = null;
  const notify = (notice: FrameNotice) => control.postMessage(encode(notice).packet);
  const died = (message: string) => notify({ type: "died", message });

  const start = async (source: ArrayBuffer) => {
    if (started) return;
    started = true;
    try {
      const { worker, form: tried } = await startWorker(new TextDecoder().decode(source));
      form = tried;
      worker.onerror = (event) =>
        died(event.message || "The Python worker stopped with an error that has no text.");
      worker.onmessageerror = () =>
        died("The Python worker received a message that it could not read.");
      const heartbeat = await listenForHeartbeat(() => died("the browser ended its worker"));
      const files = makeChannel();
      serveFiles(files.port1, sender, makeEngines(startEngine, makeChannel));
      const order = { insitu: "start", interrupt: shared, pipe, sample: new Blob(["sample"]) };
      worker.postMessage(order, [workerPort, heartbeat, files.port2]);
      notify({ type: "started", isolated });
    } catch (error) {
      died(`The Python worker could not be started: ${(error as Partial<Error>).message ?? error}`);
    }
  };

  control.onmessage = (event) => {
    const { message, attachments } = decode(event.data);
    if (message?.type === "start") {
      if (attachments[0] instanceof ArrayBuffer) start(attachments[0]);
      else died("The page did not attach the worker's source.");
    } else if (message?.type === "interrupt") {
      if (shared && Number.isInteger(message.id)) interrupt(shared, message.id as number);
    } else if (message?.type === "input") {
      if (shared) sendLine(shared, typeof message.text === "string" ? message.text : null);
    } else if (message?.type === "archive") {
      if (Number.isInteger(message.ticket)) {
        sender?.send(
          message.ticket as number,
          attachments[0] instanceof Blob ? attachments[0] : String(message.failed),
        );
      }
    } else if (message?.type === "selfTest" && typeof message.target === "string") {
      runEgressProbes(message.target, form as Form).then((probes) =>
        notify({ type: "selfTested", probes }),
      );
    }
  };
}
