// The heartbeat of the kernel's worker. Python blocks that worker's thread while it computes, so a
// small nested worker beats, and ends with it. A second worker listens, since a frame that is not
// shown is not woken in time. Both are fixed text; no user code runs in them.

// The interval of beats and of checks, in milliseconds; the number of checks in a row without a
// beat; and how many times the frame then has to answer without a beat in between. A beat is a step
// of a counter in shared memory, and a message for where there is none: in WebKit the frame's
// thread carries messages between workers, and is busy while the page draws or reads a file. Ticks
// and answers are counted rather than time, since an overloaded machine or a frozen page delays all
// of them alike.
const TICK = 200;
const SILENT_TICKS = 4;
const ANSWERS = 3;

/**
 * Starts the nested worker, which beats for as long as the calling worker lives. If nested
 * workers are not available, there are no beats and no checks, and only a death while code computes
 * is noticed later.
 *
 * @param scope the worker's, before it is sealed; `address` returns the URL of a script
 * @returns `beat` starts the beats immediately; `ready` resolves when the nested worker has started
 *   or failed to
 */
export function startHeartbeat({
  Worker,
  address,
}: {
  Worker: typeof globalThis.Worker;
  address: (source: string) => string;
}): { beat(port: MessagePort): void; ready: Promise<void> } {
  try {
    const worker = new Worker(address(`(${beating})(${TICK})`), { name: "insitu-beat" });
    const ready = new Promise<void>((resolve) => {
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
 * @param listener runs `LISTENER`
 * @param lost called once, when the beats have stopped
 */
export function listenFor(listener: Worker, port: MessagePort, lost: () => void) {
  listener.onmessage = ({ data }) => {
    if (data !== "lost") return listener.postMessage(data);
    listener.terminate();
    lost();
  };
  listener.postMessage(null, [port]);
}

// The two functions below are sent to workers as text, and so use only their parameters and a
// worker's globals.

function beating(tick: number) {
  self.onmessage = ({ ports: [port] }) => {
    let counter: Int32Array | null = null;
    try {
      counter = new Int32Array(new SharedArrayBuffer(4));
      port.postMessage(counter);
    } catch {
      // Without shared memory the messages are the beats.
      counter = null;
    }
    const beat = () => {
      if (counter) Atomics.add(counter, 0, 1);
      port.postMessage(null);
    };
    beat();
    setInterval(beat, tick);
  };
  self.postMessage(null);
}

function listening(tick: number, silentTicks: number, answers: number) {
  self.onmessage = ({ ports: [port] }) => {
    let silent = -1;
    // Questions to the frame are numbered, so that an answer to one from before the last beat does
    // not count.
    let asked = 0;
    let since = 0;
    let answered = 0;
    let counter: Int32Array | null = null;
    let counted = 0;
    const heard = () => {
      silent = 0;
      since = asked;
      answered = 0;
    };
    // Whether the counter has advanced since it was read last, which needs no thread but the nested
    // worker's own.
    const advanced = () => {
      const now = counter ? Atomics.load(counter, 0) : counted;
      if (now === counted) return false;
      counted = now;
      return true;
    };
    const check = () => {
      if (advanced()) return heard();
      silent += 1;
      if (silent >= silentTicks) self.postMessage((asked += 1));
    };
    port.onmessage = ({ data }) => {
      if (data) counter = data;
      if (silent < 0) setInterval(check, tick);
      heard();
    };
    self.onmessage = ({ data: number }) => {
      if (advanced()) return heard();
      if (number > since) answered += 1;
      if (answered === answers) self.postMessage("lost");
    };
  };
  self.postMessage(null);
}
