// The first script of the page where no server serves it: completes the policy, before anything
// else loads. On a static host it has the service worker add what makes the page cross-origin
// isolated if the host does not; if the page is stored and its server cannot be reached, it
// says so. Does what `server/src/headers.rs` and `server/src/endpoint.rs` do elsewhere.

import { announce } from "./absence.ts";
import { SERVICE_WORKER } from "./address.ts";
import { offlineOf } from "./offline.ts";
import { chosenEndpoint, policyOf, remember, storageOf } from "./policy.ts";
import { register } from "./register.ts";

const base = new URL(".", document.baseURI);
const content = (name: string) =>
  document.querySelector(`meta[name="insitu:${name}"]`)?.getAttribute("content") ?? "";

const storage = storageOf(window);
const endpoint = chosenEndpoint(storage);
const policy = document.createElement("meta");
policy.httpEquiv = "Content-Security-Policy";
policy.content = policyOf(base, {
  scripts: content("scripts"),
  frames: [content("kernel-frame"), content("render-frame")],
  worker: SERVICE_WORKER,
  endpoint,
});
// A policy that a document has once is in force until it is left, whatever becomes of its element.
document.head.append(policy);

const { serviceWorker } = navigator;
const offline = offlineOf({
  serviceWorker,
  scope: base.href,
  takesOver: content("offline") !== "",
});
const own: Partial<typeof globalThis.insituPage> = {
  endpointOrigin: endpoint,
  static: { admit: (origin) => remember(storage, origin) },
  offline: offline.surface,
};
Object.assign((globalThis.insituPage ??= {} as typeof globalThis.insituPage), own);
if (content("offline")) {
  announce(base);
  serviceWorker
    ?.getRegistration(base.href)
    .then((registration) => registration && offline.follow(registration), offline.fail);
} else register(base, window, storage, offline);
