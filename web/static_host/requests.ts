// Which requests the service worker of a served page answers. All others go to the server as if
// there were no service worker: those of the relay and of the frames' documents, signing in,
// models, and whatever sends something.

import { HASHED } from "./caches.ts";

/**
 * The folders that have the page's files. Others, such as that of models, do not concern it.
 */
const FOLDERS = /^(kernel|pkg|render|runtime)\//;

/**
 * Returns what a request is for: the page, which the server answers if it can be reached; a file
 * that never changes; a file of the installed version under a fixed name, which the server answers
 * if it can be reached; or null for anything else.
 *
 * @param worker.scope the address of the page
 * @param worker.files the files of the installed version, by their paths
 * @param worker.storesRuntime whether the page stores the runtime's files itself
 */
export function kindOf(
  { method, mode, destination, url }: Pick<Request, "method" | "mode" | "destination" | "url">,
  {
    scope,
    files,
    storesRuntime,
  }: { scope: string; files: Record<string, unknown>; storesRuntime: boolean },
): "page" | "unchanging" | "listed" | null {
  if (method !== "GET" || !url.startsWith(scope)) return null;
  const { pathname, search } = new URL(url);
  const path = pathname.slice(new URL(scope).pathname.length);
  // In a frame, the page around it decides what is shown.
  if (path === "") return mode === "navigate" && destination === "document" ? "page" : null;
  if (search !== "") return null;
  if (HASHED.test(path) && FOLDERS.test(path))
    return storesRuntime && path.startsWith("runtime/") ? null : "unchanging";
  return Object.hasOwn(files, path) ? "listed" : null;
}
