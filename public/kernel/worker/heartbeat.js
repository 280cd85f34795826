// The heartbeat of the kernel's worker. It does not wait for its thread, which Python keeps for as long as it computes: a small
// worker of its own that beats, and ends with it. A second one listens, since a frame that is not shown is not woken in time.
// Both are fixed text; no code of anybody else's runs in them.

// How often it beats and is listened for, in milliseconds; how many times in a row nothing may be heard; and how many times after that the frame has to answer
// without a beat in between: in WebKit its thread carries the beats, and is busy while the page draws. Ticks and answers are counted rather than time: where
// the machine is short of it or the page is frozen, all of them are.
const TICK = 200;
const SILENT_TICKS = 4;
const ANSWERS = 3;

/**
 * Makes what beats for as long as the worker lives that calls this. Where a worker cannot have one of its own, nothing beats, nothing is listened for, and
 * only a death while code computes is noticed later.
 *
 * @param {{ Worker: Function, address: (source: string) => string }} scope the worker's, before it is sealed; `address` is that of a script
 * @returns {{ beat(port: MessagePort): void, ready: Promise<void> }} `beat` has it begin, at once; `ready` resolves when it is there or cannot be
 */
export function startHeartbeat({ Worker, address }) {
  try {
    const worker = new Worker(address(`(${beating})(${TICK})`), { name: "insitu-beat" });
    const ready = new Promise((resolve) => {
      worker.onmessage = worker.onerror = () => resolve();
    });
    return { beat: (port) => worker.postMessage(null, [port]), ready };
  } catch {
    return { beat: () => {}, ready: Promise.resolve() };
  }
}

/** The script of the worker that listens, which says that it is there. */
export const LISTENER = `(${listening})(${TICK}, ${SILENT_TICKS}, ${ANSWERS})`;

/**
 * Listens on `port`, from the first beat on.
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

// The two below run in workers of their own, and so use nothing but what they are given.

function beating(tick) {
  self.onmessage = ({ ports: [port] }) => {
    const tell = () => port.postMessage(null);
    tell();
    setInterval(tell, tick);
  };
  self.postMessage(null);
}

function listening(tick, most, answers) {
  self.onmessage = ({ ports: [port] }) => {
    let silent = -1;
    // Questions are numbered, so that an answer to one from before the last beat does not count.
    let asked = 0;
    let since = 0;
    let answered = 0;
    port.onmessage = () => {
      if (silent < 0) {
        setInterval(() => {
          silent += 1;
          if (silent >= most) self.postMessage((asked += 1));
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
