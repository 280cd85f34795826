// The service worker if users sign in to the server: nothing is kept in the browser there.
// Removes what an earlier one has stored, and itself.

import { familyOf } from "./caches.ts";
import type { Scope } from "../types/service_worker.ts";

const worker = globalThis as unknown as Scope;

worker.addEventListener("install", (event) => event.waitUntil(worker.skipWaiting()));
worker.addEventListener("activate", (event) => event.waitUntil(remove()));

async function remove() {
  const family = familyOf(worker.registration.scope);
  const names = (await caches.keys()).filter((name) => name.startsWith(family));
  await Promise.all(names.map((name) => caches.delete(name)));
  await worker.registration.unregister();
}
