// How much space there is, and the browser's promise to keep what is stored.

import type { Space } from "../types/storage.ts";

/** What stays free when a file is copied, in bytes, so that a session can go on. */
export const RESERVE = 64 << 20;

/**
 * Asks the browser once for persistence, as soon as there is something to lose, and reports space.
 */
export function openSpace() {
  const storage = globalThis.navigator?.storage;
  let asked: Promise<boolean> | null = null;
  const already = async () => (await storage?.persisted?.().catch(() => false)) ?? false;

  return {
    /** Is called when something has been stored. */
    onStored() {
      // Firefox asks the user, so that it is not asked again if it has agreed.
      if (storage?.persist)
        asked ??= already().then((persisted) => persisted || storage.persist().catch(() => false));
    },

    async report(): Promise<Space> {
      const estimate = await storage?.estimate?.().catch(() => undefined);
      const sizes = { usage: estimate?.usage ?? null, quota: estimate?.quota ?? null };
      if (!storage?.persist) return { ...sizes, persistence: "unsupported" };
      if (await already()) return { ...sizes, persistence: "persisted" };
      // The user may take any time to answer, and nothing waits for that.
      const answer = await Promise.race([
        asked,
        new Promise((resolve) => setTimeout(() => resolve(null))),
      ]);
      return {
        ...sizes,
        persistence: answer === null ? "unasked" : answer ? "persisted" : "refused",
      };
    },
  };
}
