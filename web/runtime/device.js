// The properties of the device that a start depends on.

/**
 * Python's memory on a phone unless the user allows more, in bytes: a tab has about a gigabyte
 * there in total.
 */
export const LITTLE = 512 << 20;

/** @typedef {{ matchMedia(query: string): { matches: boolean } }} Touch */

/**
 * Returns whether the device is like a phone: touch and no mouse on a small screen, or little
 * memory where the browser reports it.
 *
 * @param {Touch & { screen: { width: number, height: number }, navigator: { deviceMemory?: number }
 *   }} scope the page's
 */
export function hasLittleMemory({ matchMedia, screen, navigator }) {
  return (
    (isTouch({ matchMedia }) && Math.min(screen.width, screen.height) < 600) ||
    /** @type {number} */ (navigator.deviceMemory) <= 2
  );
}

/**
 * Returns whether touch is the only pointing device.
 *
 * @param {Touch} scope the page's
 */
export function isTouch({ matchMedia }) {
  return matchMedia("(pointer: coarse) and (hover: none)").matches;
}
