// The first script of the page where a static host serves it: completes the policy, before anything else loads, and has the service worker add what makes the page
// cross-origin isolated where the host does not. Does what `server/src/headers.rs` and `server/src/endpoint.rs` do elsewhere.

import { chosenEndpoint, policyOf, remember } from "./policy.js";
import { SERVICE_WORKER, register } from "./register.js";

const base = new URL(".", document.baseURI);
/** @param {string} name */
const content = (name) => document.querySelector(`meta[name="insitu:${name}"]`)?.getAttribute("content") ?? "";

const endpoint = chosenEndpoint(sessionStorage);
const policy = document.createElement("meta");
policy.httpEquiv = "Content-Security-Policy";
policy.content = policyOf(base, { scripts: content("scripts"), frames: [content("kernel-frame"), content("render-frame")], worker: SERVICE_WORKER, endpoint });
// A policy that a document has once is in force until it is left, whatever becomes of its element.
document.head.append(policy);

globalThis.insituEndpointOrigin = endpoint;
globalThis.insituStatic = { admit: (origin) => remember(sessionStorage, origin) };
register(base, window);
