// The vertical scrolling of a virtual grid: which part of all rows is visible, also if a pixel of
// the scroll bar stands for several. Owns the position among the rows and the scroll bar; knows
// nothing of what rows show.

import { geometry } from "./geometry.ts";

/**
 * How long after a wheel or touch event scrolling is attributed to it, and how long after the last
 * scroll event it has ended, in milliseconds.
 */
const RECENT = 600;
const OVER = 200;
/**
 * A distance that no wheel event scrolls, in viewport heights: beyond it the scroll bar was
 * dragged.
 */
const FAR = 4;

/** The height of a row before one was measured, in pixels. */
const ROW = 32;

/**
 * Returns the scrolling of a grid. `place` is the full offset of the first visible pixel, as in
 * geometry.ts.
 *
 * @param node the scroller
 * @param sideways whether horizontal scrolling changes what is drawn
 * @param draw requests drawing
 */
export function gridScroll(node: HTMLElement, sideways: boolean, draw: () => void) {
  let place = 0;
  let last = 0;
  let ahead = 1;
  let touched = 0;
  let rowHeight = ROW;
  let scroll = geometry(0, ROW, 0);
  let idle: ReturnType<typeof setTimeout> | 0 = 0;
  // The rows that the layout was made for.
  let laid = "";

  // Wheel and touch move the rows by their own distance, also if a pixel of the scroll bar stands
  // for several.
  const scrolled = () => {
    const offset = node.scrollTop;
    const moved = offset - last;
    if (sideways) draw();
    if (Math.abs(moved) < 0.5) return;
    const end = node.scrollHeight - node.clientHeight;
    const near = Math.abs(moved) < FAR * node.clientHeight && performance.now() - touched < RECENT;
    const relative = scroll.scaled && near && offset > 0 && offset < end;
    place = relative ? Math.min(Math.max(0, place + moved), scroll.end) : scroll.toFull(offset);
    ahead = Math.sign(moved);
    last = offset;
    if (relative) touched = performance.now();
    clearTimeout(idle);
    // A position that is new since has its own event, which is on its way.
    if (scroll.scaled)
      idle = setTimeout(() => Math.abs(node.scrollTop - last) < 0.5 && settle(), OVER);
    draw();
  };
  /** Moves the scroll bar to the position of the rows. */
  const settle = () => {
    const real = scroll.toReal(place);
    if (Math.abs(node.scrollTop - real) >= 1) node.scrollTop = real;
    last = node.scrollTop;
  };
  const touch = () => (touched = performance.now());
  node.addEventListener("scroll", scrolled, { passive: true });
  // The target of a press on the scroll bar is the scroller itself.
  node.addEventListener("pointerdown", (event) => event.target === node && (touched = -RECENT));
  for (const event of ["wheel", "touchmove"])
    node.addEventListener(event, touch, { passive: true });

  return {
    settle,
    rowHeight: () => rowHeight,
    /** Returns the direction of the last movement: 1 down, -1 up. */
    ahead: () => ahead,
    /** Returns the first visible row, and how much of it is hidden, in pixels. */
    top: () => scroll.rowAt(place),
    /** Returns the first row that is visible as a whole. */
    firstWhole: () => Math.ceil(place / rowHeight),
    /**
     * Adapts the position to new heights; returns the height that the scroller's content must have
     * before `settle`.
     *
     * @param held the rows that can be scrolled to
     * @param height of a row, in pixels
     * @param viewport the height of the visible rows, in pixels
     */
    fit({ base, count }: { base: number; count: number }, height: number, viewport: number) {
      // A view of the last row stays there, also if the head has grown.
      const ended = laid === `${base} ${count}` && scroll.end > 0 && place >= scroll.end - 1;
      laid = `${base} ${count}`;
      rowHeight = height;
      scroll = geometry(count, rowHeight, viewport);
      place = ended ? scroll.end : Math.min(place, scroll.end);
      return scroll.real;
    },
    /** Moves to where a row is visible as a whole. */
    reveal(row: number) {
      place = scroll.reveal(place, row);
      settle();
    },
    /** Keeps the position after rows were removed before it (or added, if negative). */
    removed(count: number) {
      place = Math.max(0, place - count * rowHeight);
    },
    /** Goes back to the first row. */
    reset() {
      place = 0;
      node.scrollTop = 0;
      last = 0;
    },
    /** Stops what is pending: the grid is removed. */
    leave: () => clearTimeout(idle),
  };
}
