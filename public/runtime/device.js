// What kind of device this is, as far as a start depends on it.

/** Python's memory on a phone unless the user allows more, in bytes: a tab has about a gigabyte there, for everything. */
export const LITTLE = 512 << 20;

/**
 * Whether the device is like a phone: a finger and no mouse on a small screen, or little memory where the browser says so.
 *
 * @param {{ matchMedia: Function, screen: { width: number, height: number }, navigator: { deviceMemory?: number } }} scope the page's
 */
export function hasLittleMemory({ matchMedia, screen, navigator }) {
  return (isTouch({ matchMedia }) && Math.min(screen.width, screen.height) < 600) || navigator.deviceMemory <= 2;
}

/** Whether fingers are all there is to point with. */
export function isTouch({ matchMedia }) {
  return matchMedia("(pointer: coarse) and (hover: none)").matches;
}
