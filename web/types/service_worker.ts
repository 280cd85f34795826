// The part of a service worker's scope that the scripts in `web/static_host` use: TypeScript's
// own declarations of it cannot stand beside those of a document.

/** An event whose end something may delay. */
export interface Extendable extends Event {
  waitUntil(until: Promise<unknown>): void;
}

/** A request of a page that the worker may answer. */
export interface Requested extends Extendable {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}

/** The worker's scope. */
export interface Scope {
  readonly registration: Pick<
    ServiceWorkerRegistration,
    "scope" | "installing" | "waiting" | "unregister"
  >;
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(type: "install" | "activate", listen: (event: Extendable) => void): void;
  addEventListener(type: "fetch", listen: (event: Requested) => void): void;
  addEventListener(type: "message", listen: (event: MessageEvent & Extendable) => void): void;
}
