// Creates elements of the page. Strings become text nodes: nothing here parses markup.

/**
 * The element of a tag.
 *
 * @template {string} Tag
 * @typedef {Tag extends keyof HTMLElementTagNameMap ? HTMLElementTagNameMap[Tag] : HTMLElement}
 *   ElementOf
 */

/**
 * A listener, which may name the kind of event that it knows to come.
 *
 * @template {Event} Kind
 * @typedef {{ listen(event: Kind): void }["listen"]} Listener
 */

/**
 * Attributes and listeners by name.
 *
 * @typedef {{ [Name in keyof HTMLElementEventMap]?: string | Listener<HTMLElementEventMap[Name]> }
 *   & Record<string, string | Listener<Event>>} Attributes
 */

/**
 * Returns a new element.
 *
 * @template {string} Tag
 * @param {Tag} tag
 * @param {Attributes} attributes a function listens to the event of that name
 * @param {...(Node | string)} children
 * @returns {ElementOf<Tag>}
 */
export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function")
      made.addEventListener(name, /** @type {Listener<Event>} */ (value));
    else made.setAttribute(name, value);
  }
  made.append(...children);
  return /** @type {ElementOf<Tag>} */ (made);
}
