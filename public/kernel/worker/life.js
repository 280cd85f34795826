// A sign of life of the kernel's worker that does not wait for its thread, which Python keeps for as long as it computes: a small
// worker of its own that beats, and ends with it. A second one listens, since a frame that is not shown is not woken in time.
// Both are fixed text; no code of anybody else's runs in them.

// How often it beats and is listened for, in milliseconds, and how many times in a row nothing may be heard. Ticks are counted
// rather than time: where the machine is short of it or the page is frozen, both workers are.
const TICK = 200;
const SILENT_TICKS = 6;

/**
 * Beats on `port` for as long as the worker lives that calls this. Where a worker cannot have one of its own, nothing beats, and
 * nothing is listened for.
 *
 * @param {{ Worker: Function, blobAddress: (source: string) => string }} scope the worker's, before it is sealed
 * @param {MessagePort} port
 */
export function beat({ Worker, blobAddress }, port) {
  try {
    new Worker(blobAddress(`(${beating})(${TICK})`), { name: "insitu-beat" }).postMessage(null, [port]);
  } catch {
    // Only a death while code computes is noticed later then.
  }
}

/**
 * Listens on `port`, from the first beat on.
 *
 * @param {{ Worker: Function, blobAddress: (source: string) => string }} scope the frame's
 * @param {MessagePort} port
 * @param {() => void} lost called once, when the beats have stopped
 */
export function listenFor({ Worker, blobAddress }, port, lost) {
  const listener = new Worker(blobAddress(`(${listening})(${TICK}, ${SILENT_TICKS})`), { name: "insitu-listen" });
  listener.onmessage = () => {
    listener.terminate();
    lost();
  };
  listener.postMessage(null, [port]);
}

// The two below run in workers of their own, and so use nothing but what they are given.

function beating(tick) {
  self.onmessage = ({ ports: [port] }) => {
    setInterval(() => port.postMessage(null), tick);
  };
}

function listening(tick, most) {
  self.onmessage = ({ ports: [port] }) => {
    let silent = -1;
    port.onmessage = () => {
      if (silent < 0) {
        setInterval(() => {
          silent += 1;
          if (silent === most) self.postMessage(null);
        }, tick);
      }
      silent = 0;
    };
  };
}
