// What is drawn again while the user may be about to click: a part that is still the same keeps its element, in which a press has perhaps begun. The browser makes a click only of a
// press and a release in one element.

/**
 * A part of what an element shows. Its key is unique there and names all that `make` depends on; `update` is for what may differ without another element being needed.
 *
 * @template {HTMLElement} Made
 * @typedef {{ key: string, make: () => Made, update?: (made: Made) => void }} Part
 */

/** What each element shows, by key. @type {WeakMap<Element, Map<string, HTMLElement>>} */
const shown = new WeakMap();

/**
 * Returns a part that is all in its key.
 *
 * @template {HTMLElement} Made
 * @param {unknown} key what the part depends on
 * @param {() => Made} make
 * @param {(made: Made) => void} [update]
 * @returns {Part<Made>}
 */
export const part = (key, make, update) => ({ key: JSON.stringify(key), make, update });

/**
 * Lets an element show these parts and nothing else. Elements that stay are not moved, unless their order is another one.
 *
 * @param {Element} parent
 * @param {Part<any>[]} parts
 */
export function showParts(parent, parts) {
  const before = shown.get(parent);
  /** @type {Map<string, HTMLElement>} */
  const now = new Map();
  for (const { key, make, update } of parts) {
    const known = before?.get(key);
    // Another hand may have taken it away.
    const made = known?.parentNode === parent ? known : make();
    update?.(made);
    now.set(key, made);
  }
  shown.set(parent, now);
  const kept = new Set(/** @type {Iterable<Node>} */ (now.values()));
  for (const child of Array.from(parent.childNodes)) if (!kept.has(child)) child.remove();
  let next = parent.firstChild;
  for (const made of now.values()) {
    if (made === next) next = next.nextSibling;
    else parent.insertBefore(made, next);
  }
}
