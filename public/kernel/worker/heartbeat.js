// The heartbeat of the kernel's worker. Python blocks that worker's thread while it computes, so a small nested worker beats, and
// ends with it. A second worker listens, since a frame that is not shown is not woken in time. Both are fixed text; no user code
// runs in them.

// The interval of beats and of checks, in milliseconds; the number of checks in a row without a beat; and how many times the frame then has to answer without
// a beat in between: in WebKit the frame's thread carries the beats, and is busy while the page draws. Ticks and answers are counted rather than time, since
// an overloaded machine or a frozen page delays all of them alike.
const TICK = 200;
const SILENT_TICKS = 4;
const ANSWERS = 3;

/**
 * Starts the nested worker, which beats for as long as the calling worker lives. Where nested workers are not available, there are no beats and no checks,
 * and only a death while code computes is noticed later.
 *
 * @param {{ Worker: typeof globalThis.Worker, address: (source: string) => string }} scope the worker's, before it is sealed; `address` returns the URL of a
 *   script
 * @returns {{ beat(port: MessagePort): void, ready: Promise<void> }} `beat` starts the beats immediately; `ready` resolves when the nested worker
 *   has started or failed to
 */
export function startHeartbeat({ Worker, address }) {
  try {
    const worker = new Worker(address(`(${beating})(${TICK})`), { name: "insitu-beat" });
    /** @type {Promise<void>} */
    const ready = new Promise((resolve) => {
      worker.onmessage = worker.onerror = () => resolve();
    });
    return { beat: (port) => worker.postMessage(null, [port]), ready };
  } catch {
    return { beat: () => {}, ready: Promise.resolve() };
  }
}

/** The script of the listening worker, which posts a message when it has started. */
export const LISTENER = `(${listening})(${TICK}, ${SILENT_TICKS}, ${ANSWERS})`;

/**
 * Has the listener watch the beats on `port`, from the first one on.
 *
 * @param {Worker} listener runs `LISTENER`
 * @param {MessagePort} port
 * @param {() => void} lost called once, when the beats have stopped
 */
export function listenFor(listener, port, lost) {
  listener.onmessage = ({ data }) => {
    if (data !== "lost") return listener.postMessage(data);
    listener.terminate();
    lost();
  };
  listener.postMessage(null, [port]);
}

// The two functions below are sent to workers as text, and so use only their parameters and a worker's globals.

/** @param {number} tick */
function beating(tick) {
  self.onmessage = ({ ports: [port] }) => {
    const beat = () => port.postMessage(null);
    beat();
    setInterval(beat, tick);
  };
  self.postMessage(null);
}

/** @param {number} tick @param {number} silentTicks @param {number} answers */
function listening(tick, silentTicks, answers) {
  self.onmessage = ({ ports: [port] }) => {
    let silent = -1;
    // Questions to the frame are numbered, so that an answer to one from before the last beat does not count.
    let asked = 0;
    let since = 0;
    let answered = 0;
    port.onmessage = () => {
      if (silent < 0) {
        setInterval(() => {
          silent += 1;
          if (silent >= silentTicks) self.postMessage((asked += 1));
        }, tick);
      }
      silent = 0;
      since = asked;
      answered = 0;
    };
    self.onmessage = ({ data: number }) => {
      if (number > since) answered += 1;
      if (answered === answers) self.postMessage("lost");
    };
  };
  self.postMessage(null);
}
