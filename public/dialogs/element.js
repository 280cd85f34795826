// Creates elements of the page. Strings become text nodes: nothing here parses markup.

/**
 * Returns a new element.
 *
 * @param {string} tag
 * @param {Record<string, string | ((event: Event) => void)>} attributes a function listens to the event of that name
 * @param {...(Node | string)} children
 */
export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") made.addEventListener(name, value);
    else made.setAttribute(name, value);
  }
  made.append(...children);
  return made;
}

/** Shows a modal dialog, and removes it from the page when it is closed. */
export function open(dialog) {
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
