// The properties of the device that a start depends on.

/**
 * Python's memory on a phone unless the user allows more, in bytes: a tab has about a gigabyte
 * there in total.
 */
export const LITTLE = 512 << 20;

type Touch = { matchMedia(query: string): { matches: boolean } };

/**
 * Returns whether the device is like a phone: touch and no mouse on a small screen, or little
 * memory if the browser reports it.
 *
 * @param scope the page's
 */
export function hasLittleMemory({
  matchMedia,
  screen,
  navigator,
}: Touch & { screen: { width: number; height: number }; navigator: { deviceMemory?: number } }) {
  return (
    (isTouch({ matchMedia }) && Math.min(screen.width, screen.height) < 600) ||
    (navigator.deviceMemory as number) <= 2
  );
}

/**
 * Returns whether touch is the only pointing device.
 *
 * @param scope the page's
 */
export function isTouch({ matchMedia }: Touch) {
  return matchMedia("(pointer: coarse) and (hover: none)").matches;
}
