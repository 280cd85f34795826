// What a model needs of memory, estimated from its header before it is loaded, and the window that
// fits. Knows neither the file nor the engine.

import type { Header } from "../types/local_model.ts";

/** All that WebAssembly can address, in bytes. */
export const HEAP = 2 ** 32;
/**
 * The window that a model gets if it can, in tokens: enough for a session, and each token costs
 * memory.
 */
export const WINDOW = 8_192;
/** Below that, the instructions and a table's shape leave no room. */
const LEAST = 2_048;
/** How many tokens the engine reads at once: between two such steps it can be stopped. */
export const BATCH = 64;
/** The engine's own memory, in bytes. */
const BASE = 96 << 20;

/**
 * Returns the bytes that a model needs with a window.
 *
 * @param size of all its files
 */
export function needed(header: Header, size: number, window: number) {
  const { layers, keyValueHeads, keyLength, valueLength, words, inner, width } = header;
  const cache =
    2 * (layers ?? 0) * (keyValueHeads ?? 0) * ((keyLength ?? 0) + (valueLength ?? 0)) * window;
  const work = 4 * BATCH * ((words ?? 0) + 6 * (inner ?? 0) + 8 * (width ?? 0));
  return size + cache + work + BASE;
}

/** Returns the largest window that fits and what the model needs with it; null if none does. */
export function fitting(header: Header, size: number) {
  for (let window = Math.min(WINDOW, header.trained ?? WINDOW); ; window /= 2) {
    const memory = needed(header, size, window);
    if (memory <= HEAP) return { window: Math.floor(window), memory };
    if (window / 2 < LEAST) return null;
  }
}

/**
 * Returns how many threads the model gets: all but one, since Python and the page need one, but two
 * if there are two, since Python waits while the model answers. More than four read the same
 * memory without being faster.
 *
 * @param shared whether memory can be shared among threads
 */
export const threadsFor = (cores: number, shared: boolean) =>
  shared ? Math.min(4, Math.max(cores - 1, Math.min(cores, 2))) : 1;
