// The frame: receives two ports from the page once, starts the worker, and forwards interrupts, the
// lines that the user types and the archives that an import waits for through shared memory. Code,
// data and results do not pass through it; they go between page and worker directly.

import { decode, encode } from "../worker/message.js";
import { makePipe, makeSender } from "../worker/pipe.js";
import { sendLine, interrupt, makeShared } from "../worker/shared.js";
import { serveFiles } from "./files.js";

/**
 * @typedef {import("../worker/forms.js").Form} Form
 * @typedef {import("../../generated/kernel").EgressProbe} EgressProbe
 * @typedef {import("../../generated/kernel").FrameNotice} FrameNotice
 */

/** @typedef {{ control: MessagePort, workerPort: MessagePort }} Ports */

/**
 * Receives window messages.
 *
 * @typedef {(event: MessageEvent) => void} Handler
 */

/**
 * Waits for the page's ports and serves the control port from then on. Every other window message
 * is ignored, so that no message that Python might manage to send is taken for the page's.
 *
 * @param {object} browser the browser's functions that the frame needs
 * @param {(handler: Handler) => void} browser.listen subscribes to window messages
 * @param {(handler: Handler) => void} browser.unlisten ends the subscription
 * @param {unknown} browser.parent the window from which the ports may come
 * @param {boolean} browser.isolated whether memory can be shared with the worker
 * @param {(source: string) => Promise<{ worker: Worker, form: Form }>} browser.startWorker starts a
 *   classic worker, in the first form (`forms.js`) that the browser accepts, and waits for its
 *   first message
 * @param {(lost: () => void) => Promise<MessagePort>} browser.listenForHeartbeat returns the port
 *   for the worker's heartbeat, see `heartbeat.js`; `lost` is called when it has stopped
 * @param {() => MessageChannel} browser.makeChannel
 * @param {(target: string, form: Form) => Promise<EgressProbe[]>} browser.runEgressProbes the
 *   self-test, see `egress.js`
 */
export function openFrame({ listen, unlisten, parent, ...browser }) {
  /** @type {Handler} */
  const adopt = (event) => {
    if (event.source !== parent || event.data?.insitu !== "ports" || event.ports.length !== 2)
      return;
    unlisten(adopt);
    const [control, workerPort] = event.ports;
    serve({ control, workerPort, ...browser });
  };
  listen(adopt);
}

/**
 * Serves the control port.
 *
 * @param {Ports & Omit<Parameters<typeof openFrame>[0], "listen" | "unlisten" | "parent">} parts
 */
function serve({
  control,
  workerPort,
  isolated,
  startWorker,
  listenForHeartbeat,
  makeChannel,
  runEgressProbes,
}) {
  const shared = isolated ? makeShared() : null;
  const pipe = isolated ? makePipe() : null;
  const sender = pipe && makeSender(pipe);
  let started = false;
  /** @type {Form | null} */
  let form = null;
  /** @param {FrameNotice} notice */
  const notify = (notice) => control.postMessage(encode(notice).packet);
  /** @param {string} message */
  const died = (message) => notify({ type: "died", message });

  /** @param {ArrayBuffer} source */
  const start = async (source) => {
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
      serveFiles(files.port1, sender);
      const order = { insitu: "start", interrupt: shared, pipe, sample: new Blob(["sample"]) };
      worker.postMessage(order, [workerPort, heartbeat, files.port2]);
      notify({ type: "started", isolated });
    } catch (error) {
      died(
        `The Python worker could not be started: ${/** @type {Partial<Error>} */ (error).message ?? error}`,
      );
    }
  };

  control.onmessage = (event) => {
    const { message, attachments } = decode(event.data);
    if (message?.type === "start") {
      if (attachments[0] instanceof ArrayBuffer) start(attachments[0]);
      else died("The page did not attach the worker's source.");
    } else if (message?.type === "interrupt") {
      if (shared && Number.isInteger(message.id))
        interrupt(shared, /** @type {number} */ (message.id));
    } else if (message?.type === "input") {
      if (shared) sendLine(shared, typeof message.text === "string" ? message.text : null);
    } else if (message?.type === "archive") {
      if (Number.isInteger(message.ticket)) {
        sender?.send(
          /** @type {number} */ (message.ticket),
          attachments[0] instanceof Blob ? attachments[0] : String(message.failed),
        );
      }
    } else if (message?.type === "selfTest" && typeof message.target === "string") {
      runEgressProbes(message.target, /** @type {Form} */ (form)).then((probes) =>
        notify({ type: "selfTested", probes }),
      );
    }
  };
}
