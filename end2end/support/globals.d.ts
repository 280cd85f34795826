// Properties of a page's global object that the tests define, or that hostile code defines if it
// runs although it must not.

import type { render } from "../../web/render/host.ts";

declare global {
  interface Window {
    /** Set by hostile code that ran in the page. */
    pwned?: unknown;
    /** A secret that no code may see, see `plantSecrets`. */
    secret?: string;
    /** How many clicks the page was asked to respond to and has responded to, and what had happened last at each response, see `countAnswers`. */
    answers: { asked: number, answered: number, after: number[] };
    /** The kernel's worker, see `keepWorker`. */
    lastWorker: Worker;
    /** The name in WebKit. */
    webkitRTCPeerConnection: typeof RTCPeerConnection;
  }
  /** The program that looks.mjs adds to a document. */
  var axe: typeof import("axe-core");
  /** The module of the storage and what unpacks its results, on the bare page of storage.mjs; and what a test keeps there between calls. */
  var storageModule: typeof import("../../web/storage/main.ts");
  var value: <T>(result: import("../../web/types/storage.ts").Result<T>) => T;
  var storage: import("../../web/types/storage.ts").SessionStorage;
  var opened: import("../../web/types/storage.ts").OpenSession;
  var seen: unknown[];
  /** Reports to the test which record has been stored. */
  var stored: (seq: number) => Promise<void>;
  /** The executions that have not ended, see `run` in browser.mjs. */
  var insituHeld: Set<Promise<unknown>> | undefined;
  /** The content that the page shows, after the first call of `show` in rendered.mjs. */
  var shown: { place: HTMLElement, handle: ReturnType<typeof render> };
}
