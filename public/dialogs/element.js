// Elements of the page, made from their parts. Text is text: nothing here reads markup.

/**
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

/** Shows a modal dialog, and takes it from the page when it has been closed. */
export function open(dialog) {
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
